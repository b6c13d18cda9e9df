import type { Page } from "@playwright/test";
import { createAccount, PASSWORD } from "#e2e/support/api-fixtures.ts";
import { pauseClock } from "#e2e/support/clock.ts";
import { expect, expectAccessible, test, toast } from "#e2e/support/fixtures.ts";
import { abortRequests, holdRequests, refuseRequests } from "#e2e/support/network.ts";
import { button, dialog, fillSignup } from "#e2e/support/signup-page.ts";

async function fillLogin(page: Page, email: string): Promise<void> {
  await page.goto("/?login=true");
  await dialog(page).getByLabel("Email").fill(email);
  await dialog(page).getByLabel("Password", { exact: true }).fill(PASSWORD);
}

// @spec 2.signup-login.3-date-birth 2.signup-login.back-continue-start 3.stored-token-user 4.success-token-user
// @spec 7.post-api-auth 9.5-free-crushes
// @spec 7.servers-message-shown 8.registration-failed-something
test("a failed sign-up keeps the input and leads to the rejected field, and a successful one opens the profile", async ({
  page,
  request,
  expectRefusals,
}) => {
  test.slow();
  expectRefusals();
  const { email, username: takenName } = await createAccount(request);
  const username = await fillSignup(page);

  await test.step("a failed sign-up shows the reason and keeps the input", async () => {
    const answer = await refuseRequests(page, "POST", "**/api/auth/register", 500);
    await button(page, "Start Crushing").click();
    await expect(dialog(page).getByRole("alert")).toHaveText("Registration failed");
    answer();
    const allow = await refuseRequests(page, "POST", "**/api/auth/register", 503, { message: "Spotter is starting." });
    await button(page, "Start Crushing").click();
    await expect(dialog(page).getByRole("alert")).toHaveText("Spotter is starting.");
    allow();
    const restore = await abortRequests(page, "POST", "**/api/auth/register");
    await button(page, "Start Crushing").click();
    await expect(dialog(page).getByRole("alert")).toHaveText("Something went wrong. Please try again.");
    restore();
    await expect(dialog(page)).toContainText("3 of 3");
    await expect(dialog(page).getByRole("checkbox")).toBeChecked();
  });

  await test.step("a taken username leads back to its step, before the email address is checked", async () => {
    await button(page, "Back").click();
    await dialog(page).getByLabel("Username").fill("Spotter Support");
    await button(page, "Continue").click();
    await expect(dialog(page).getByLabel("Username")).toHaveAccessibleDescription(
      "That name is kept for Spotter itself. Please pick another.",
    );
    // Another member takes the name after it was checked.
    await page.route("**/api/auth/username-available?*", (route) =>
      route.fulfill({ json: { success: true, free: true, suggestions: [] } }),
    );
    await dialog(page).getByLabel("Username").fill(takenName.toUpperCase());
    await button(page, "Back").click();
    await dialog(page).getByLabel("Email").fill(email);
    await button(page, "Continue").click();
    await button(page, "Continue").click();
    await button(page, "Start Crushing").click();
    await expect(dialog(page)).toContainText("2 of 3");
    await expect(dialog(page).getByLabel("Username")).toHaveAccessibleDescription("That username is taken.");
    await expect(dialog(page).getByLabel("Username")).toBeFocused();
    await page.unroute("**/api/auth/username-available?*");
    await button(page, "Back").click();
    await expect(dialog(page).getByLabel("Email")).not.toHaveAttribute("aria-invalid");
  });

  await test.step("a taken email address leads back to its step", async () => {
    await dialog(page).getByLabel("Email").fill(email.toUpperCase());
    await button(page, "Continue").click();
    await dialog(page).getByLabel("Username").fill(username);
    await button(page, "Continue").click();
    await button(page, "Start Crushing").click();
    await expect(dialog(page)).toContainText("1 of 3");
    await expect(dialog(page).getByLabel("Email")).toHaveAccessibleDescription("That email already has an account.");
    await expect(dialog(page).getByLabel("Email")).toBeFocused();
  });

  await test.step("signing up shows progress, welcomes the member, stores the session and opens the profile", async () => {
    const release = await holdRequests(page, "**/api/auth/register");
    await dialog(page).getByLabel("Email").fill(`${username}@example.com`);
    await button(page, "Continue").click();
    await expect(dialog(page)).toContainText("2 of 3");
    await button(page, "Continue").click();
    await expect(dialog(page)).toContainText("5 free crushes");
    await button(page, "Start Crushing").click();
    await expect(button(page, "Setting up your gym...")).toHaveAttribute("aria-disabled", "true");
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toBeVisible();
    release();
    await expect(page).toHaveURL("/profile");
    await expect(toast(page, `Welcome to Spotter, ${username}! You have 5 free crushes.`)).toBeVisible();
    const { token, user } = await page.evaluate(() => ({ ...localStorage }) as Record<string, string>);
    expect(token).toBeTruthy();
    expect(JSON.parse(user ?? "")).toEqual({ username, _id: expect.any(String) });
  });
});

// @spec 2.signup-login.2-username-chips
test("a username is checked while it is typed, and free ones are offered", async ({ page, request }) => {
  const { username: taken } = await createAccount(request);
  await fillSignup(page);
  await button(page, "Back").click();
  const field = dialog(page).getByLabel("Username");
  await expect(dialog(page)).toContainText("Username cannot be changed");

  await test.step("a free name has a tick, and the three ideas are offered", async () => {
    for (const idea of ["GymLegend", "FlexMaster", "FitVibes"]) await expect(button(page, idea)).toBeVisible();
    await button(page, "GymLegend").click();
    await expect(field).toHaveAccessibleDescription("GymLegend is free");
    await expectAccessible(page);
  });

  await test.step("a taken name is reported at its step, with similar names that are free", async () => {
    await field.fill(taken);
    await button(page, "Continue").click();
    await expect(dialog(page)).toContainText("2 of 3");
    await expect(field).toHaveAccessibleDescription("That username is taken.");
    await expect(field).toBeFocused();
    const offered = dialog(page).getByRole("group", { name: "Free and close to it" }).getByRole("button");
    await expect(offered).toHaveCount(3);
    const name = (await offered.first().textContent()) ?? "";
    await offered.first().click();
    await expect(field).toHaveAccessibleDescription(`${name} is free`);
    await button(page, "Continue").click();
    await expect(dialog(page)).toContainText("3 of 3");
  });
});

// @spec 2.signup-login.login-e-mail 4.login-stored-browse 5.field-errors-clear 8.login-failed-same
test("logging in shows progress, and reports failures", async ({ page, request, expectRefusals }) => {
  expectRefusals();
  await fillLogin(page, (await createAccount(request)).email);
  const answer = await refuseRequests(page, "POST", "**/api/auth/login", 500);
  await button(page, "Let's Go!").click();
  await expect(dialog(page).getByRole("alert")).toHaveText("Login failed");
  answer();
  const restore = await abortRequests(page, "POST", "**/api/auth/login");
  await button(page, "Let's Go!").click();
  await expect(dialog(page).getByRole("alert")).toHaveText("Something went wrong. Please try again.");
  await dialog(page).getByLabel("Password", { exact: true }).press("End");
  await dialog(page).getByLabel("Password", { exact: true }).pressSequentially("!");
  await expect(dialog(page).getByRole("alert")).toHaveCount(0);
  await dialog(page).getByLabel("Password", { exact: true }).fill(PASSWORD);
  restore();
  const release = await holdRequests(page, "**/api/auth/login");
  await button(page, "Let's Go!").click();
  await expect(button(page, "Crushing it...")).toHaveAttribute("aria-disabled", "true");
  release();
  await expect(page).toHaveURL("/browse");
});

// @spec 2.signup-login.login-e-mail 4.closing-resets-form 9.timing-300-350
// @spec 2.signup-login.sign-switches-login
test("the modals link to each other, clear their input on close, and warn of a commonly guessed password", async ({
  page,
}) => {
  test.slow();

  await test.step("a modal is reset 300 ms after it was closed, and the other one opens after 350 ms", async () => {
    await page.clock.install();
    await fillSignup(page);
    await expect(dialog(page)).toContainText("3 of 3");
    await pauseClock(page);
    // Two frames pass until a modal opens.
    const reopenAfter = async (milliseconds: number) => {
      await button(page, "Close").click();
      await expect(dialog(page)).toBeHidden();
      await page.clock.runFor(milliseconds);
      await page.getByRole("button", { name: "Find Your Crush" }).click();
      await page.clock.runFor(40);
    };
    await reopenAfter(240);
    await expect(dialog(page)).toContainText("3 of 3");
    await reopenAfter(300);
    await expect(dialog(page)).toContainText("1 of 3");
    await button(page, "Sign in").click();
    await page.clock.runFor(340);
    await expect(dialog(page)).toHaveCount(0);
    await page.clock.runFor(10);
    await expect(button(page, "Let's Go!")).toBeVisible();
    await page.clock.resume();
  });

  await test.step("closing a modal clears its input, also with Cancel", async () => {
    await fillSignup(page);
    await expect(dialog(page)).toContainText("3 of 3");
    await button(page, "Close").click();
    await expect(dialog(page)).toBeHidden();
    await page.getByRole("button", { name: "Find Your Crush" }).click();
    await expect(dialog(page)).toContainText("1 of 3");
    await expect(dialog(page).getByLabel("Email")).toHaveValue("");
    await page.keyboard.press("Escape");
    await fillLogin(page, "sam@example.com");
    await button(page, "Cancel").click();
    await expect(dialog(page)).toBeHidden();
    await page.getByRole("banner").getByRole("button", { name: "Login" }).click();
    await expect(dialog(page).getByLabel("Email")).toHaveValue("");
  });

  await test.step("each modal links to the other", async () => {
    await button(page, "Join the movement").click();
    await expect(dialog(page)).toContainText("1 of 3");
    await button(page, "Sign in").click();
    await expect(button(page, "Let's Go!")).toBeVisible();
    await button(page, "Join the movement").click();
    await expect(dialog(page)).toContainText("1 of 3");
    await expect(dialog(page)).toHaveCount(1);
  });

  await test.step("a commonly guessed password causes a warning, not an error", async () => {
    const password = dialog(page).getByLabel("Password", { exact: true });
    await expect(password).toHaveAccessibleDescription("At least 8 characters");
    await password.fill("password123");
    await expect(password).toHaveAccessibleDescription(/on every guesser's list/);
    await dialog(page).getByLabel("Email").fill("sam@example.com");
    await dialog(page).getByLabel("Confirm password").fill("password123");
    await button(page, "Continue").click();
    await expect(dialog(page)).toContainText("2 of 3");
  });
});
