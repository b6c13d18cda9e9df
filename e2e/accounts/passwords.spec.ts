import type { Page } from "@playwright/test";
import { createAccount, logInAs, type Member, PASSWORD } from "#e2e/support/api-fixtures.ts";
import { pauseClock } from "#e2e/support/clock.ts";
import { expect, expectAccessible, test, toast } from "#e2e/support/fixtures.ts";
import { abortRequests, holdRequests, refuseRequests } from "#e2e/support/network.ts";
import { findEmail, findLink } from "#e2e/support/sent-emails.ts";

const NEW = "a brand new password";
const EXPIRED = "This password reset link is invalid or has expired.";

const dialog = (page: Page) => page.getByRole("dialog");
const button = (page: Page, name: string) => page.getByRole("button", { name });
const field = (page: Page, name: string) => page.getByRole("main").getByLabel(name, { exact: true });
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

/** Requests a reset link on the landing page. */
async function ask(page: Page, email: string): Promise<void> {
  await page.goto("/?login=true");
  await button(page, "Forgot your password?").click();
  await expect(button(page, "Send Reset Link")).toBeVisible();
  await dialog(page).getByLabel("Email").fill(email);
  await button(page, "Send Reset Link").click();
}

/** Requests a reset link and returns the one in the email. */
async function resetLink(page: Page, person: Member): Promise<string> {
  await page.request.post("/api/auth/forgot-password", { data: { email: person.email } });
  return findLink(await findEmail(person.email, "Reset your password"));
}

async function fillNew(page: Page, password: string, again = password): Promise<void> {
  await field(page, "New password").fill(password);
  await field(page, "Confirm password").fill(again);
}

async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto("/?login=true");
  await dialog(page).getByLabel("Email").fill(email);
  await dialog(page).getByLabel("Password", { exact: true }).fill(password);
  await button(page, "Let's Go!").click();
}

const stored = (page: Page) => page.evaluate(() => ({ ...localStorage }) as Record<string, string>);

// @spec 2.routes.reset-password-token 2.signup-login.forgot-your-password 2.forgot-reset.check-your-email
// @spec 2.forgot-reset.form-success-profile 4.reset-password-verifying 9.reset-link-1
test("a forgotten password is replaced with the emailed link, and the old password is rejected", async ({
  page,
  person,
  request,
  expectRefusals,
}) => {
  expectRefusals();
  const me = await createAccount(request);
  await ask(page, me.email);
  await expect(dialog(page).getByRole("heading", { name: "Check Your Email!" })).toBeVisible();
  await expect(dialog(page)).toContainText("expires in 1 hour");
  await expect(dialog(page)).toContainText("spam");
  await expectAccessible(page);
  await expect(button(page, "Back to Login")).toBeFocused();
  await button(page, "Back to Login").click();
  await expect(button(page, "Let's Go!")).toBeVisible();

  await page.clock.install();
  await page.goto(findLink(await findEmail(me.email, "Reset your password")));
  await expect(heading(page, "Choose a new password")).toBeFocused();
  await expect(page).toHaveTitle("Reset password · Spotter");
  await expectAccessible(page);
  await fillNew(page, NEW);
  await pauseClock(page);
  await button(page, "Reset Password").click();
  await expect(heading(page, "Password changed")).toBeVisible();
  const { token, user } = await stored(page);
  expect(token).toBeTruthy();
  expect(JSON.parse(user ?? "")).toEqual({ username: me.username, _id: me.id });
  await page.clock.runFor(1900);
  await expect(heading(page, "Password changed")).toBeFocused();
  await page.clock.runFor(100);
  await expect(page).toHaveURL("/profile");
  await page.clock.resume();
  await expect(heading(page, "Profile")).toBeVisible();

  const elsewhere = await person();
  await logIn(elsewhere, me.email, PASSWORD);
  await expect(dialog(elsewhere).getByRole("alert")).toHaveText("Email or password is incorrect.");
  await dialog(elsewhere).getByLabel("Password", { exact: true }).fill(NEW);
  await button(elsewhere, "Let's Go!").click();
  await expect(elsewhere).toHaveURL("/browse");
});

// @spec 2.routes.reset-password-token 2.forgot-reset.invalid-expired-link 8.failed-reset-password
// @spec 2.forgot-reset.verifying 4.reset-password-verifying
// @spec 2.forgot-reset.form-success-profile 3.reset-form 5.password-required-password-2
test("a reset link is verified, again after a failure, and the new password is validated by field", async ({
  page,
  request,
  expectRefusals,
}) => {
  test.slow();
  expectRefusals();

  await test.step("an invalid or expired reset link shows an error and offers a new one", async () => {
    await page.goto("/reset-password/nonsense");
    await expect(heading(page, "Invalid or Expired Link")).toBeFocused();
    await expect(page.getByText(EXPIRED)).toBeVisible();
    await expectAccessible(page);
    await button(page, "Get a new link").click();
    await expect(button(page, "Send Reset Link")).toBeVisible();
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "Back to Home" }).click();
    await expect(page).toHaveURL("/");

    // The link expires while the form is open, because it is used in another tab.
    const me = await createAccount(request);
    const link = await resetLink(page, me);
    await page.goto(link);
    await fillNew(page, NEW);
    const token = link.split("/").at(-1);
    await request.post("/api/auth/reset-password", { data: { token, newPassword: NEW, confirmPassword: NEW } });
    await button(page, "Reset Password").click();
    await expect(heading(page, "Invalid or Expired Link")).toBeFocused();
    expect((await stored(page))["token"]).toBeUndefined();
    await page.goto(link);
    await expect(heading(page, "Invalid or Expired Link")).toBeVisible();
  });

  await test.step("a reset link that could not be verified can be verified again", async () => {
    const link = await resetLink(page, await createAccount(request));
    const restore = await abortRequests(page, "GET", "**/api/auth/verify-reset-token/*");
    await page.goto(link);
    await expect(toast(page, "Something went wrong. Please try again.")).toBeVisible();
    restore();
    const release = await holdRequests(page, "**/api/auth/verify-reset-token/*");
    await button(page, "Try again").click();
    await expect(page.getByRole("status").filter({ hasText: "One moment..." })).toBeVisible();
    release();
    await expect(heading(page, "Choose a new password")).toBeVisible();
  });

  await test.step("a new password is validated by field, with exact messages", async () => {
    const [first, second] = [field(page, "New password"), field(page, "Confirm password")];
    const submit = () => button(page, "Reset Password").click();
    await submit();
    await expect(first).toHaveAccessibleDescription("Password is required");
    await expect(second).toHaveAccessibleDescription("Please confirm your password");
    await expect(first).toBeFocused();
    await first.fill("seven77");
    await expect(first).toHaveAccessibleDescription("At least 8 characters");
    await submit();
    await expect(first).toHaveAccessibleDescription("Password must be at least 8 characters");
    await first.fill("password123");
    await expect(first).toHaveAccessibleDescription(/on every guesser's list/);
    await second.fill("password124");
    await submit();
    await expect(second).toHaveAccessibleDescription("Passwords do not match");
    await expect(second).toBeFocused();
    await expectAccessible(page);
    await second.fill("password123");
    await expect(second).not.toHaveAttribute("aria-invalid");
    await expect(first).toHaveAttribute("type", "password");
    await button(page, "Show password").first().click();
    await expect(first).toHaveAttribute("type", "text");

    const answer = await refuseRequests(page, "POST", "**/api/auth/reset-password", 500);
    await submit();
    await expect(toast(page, "Failed to reset password")).toBeVisible();
    answer();
    const restore = await abortRequests(page, "POST", "**/api/auth/reset-password");
    await submit();
    await expect(toast(page, "Something went wrong. Please try again.")).toBeVisible();
    restore();
    const release = await holdRequests(page, "**/api/auth/reset-password");
    await submit();
    await expect(button(page, "Saving...")).toHaveAttribute("aria-disabled", "true");
    release();
    await expect(page).toHaveURL("/profile");
  });
});

// @spec 2.other-screens.settings-tabs-notifications
test("a logged-in member changes the password by entering the current one", async ({
  page,
  person,
  request,
  expectOutage,
}) => {
  test.slow();
  expectOutage();
  const me = await createAccount(request);
  await logInAs(page, me);

  await test.step("the change-password page has a URL and leads to the settings afterwards", async () => {
    await page.goto("/reset-password");
    await button(page, "Cancel").click();
    await expect(page).toHaveURL("/settings");
  });

  await test.step("the current password is required, and other sessions end", async () => {
    const elsewhere = await person();
    await logInAs(elsewhere, me);
    await elsewhere.goto("/settings");
    await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Account" }).click();
    await page.getByRole("link", { name: "Change Password" }).click();
    await expect(heading(page, "Change your password")).toBeFocused();
    await expect(page).toHaveTitle("Change password · Spotter");
    await expectAccessible(page);

    const current = field(page, "Current password");
    await button(page, "Change Password").click();
    await expect(current).toHaveAccessibleDescription("Password is required");
    await current.fill("not the password");
    await fillNew(page, NEW);
    await button(page, "Change Password").click();
    await expect(current).toHaveAccessibleDescription("Your current password is incorrect.");
    await expect(current).toBeFocused();
    await current.fill(PASSWORD);
    await button(page, "Change Password").click();
    await expect(toast(page, "Your password has been changed.")).toBeVisible();
    await expect(page).toHaveURL("/settings/account");

    const { token } = await stored(page);
    expect(token).not.toBe(me.token);
    await page.getByRole("link", { name: "Profile" }).first().click();
    await expect(heading(page, "Profile")).toBeVisible();
    await expect(elsewhere).toHaveURL("/");
    const login = (password: string) => request.post("/api/auth/login", { data: { email: me.email, password } });
    expect((await login(PASSWORD)).status()).toBe(401);
    expect((await login(NEW)).status()).toBe(200);
  });
});
