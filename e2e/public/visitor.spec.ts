import { createMember, logInAs, PASSWORD } from "#e2e/support/api-fixtures.ts";
import { expect, expectAccessible, test } from "#e2e/support/fixtures.ts";

// @spec 2.routes.hero-find-your
test("the landing page's text is in the served HTML", async ({ request }) => {
  const html = await (await request.get("/")).text();
  for (const text of [
    "Where Strength Meets Chemistry",
    "Find Your Crush",
    "Build Your Profile",
    "Send Crushes",
    "Crush Goals Together",
  ]) {
    expect(html).toContain(text);
  }
  const words = html
    .replace(/<style[\s\S]*?<\/style>|<script[\s\S]*?<\/script>/g, "")
    .replace(/<[^>]+>/g, "")
    .replace(/\s+/g, " ");
  expect(words).toMatch(/Your Gym Bae ?is Just a ?Crush Away/);
});

test("app URLs return the app shell, missing files return an error", async ({ request }) => {
  expect(await (await request.get("/browse")).text()).not.toContain("Build Your Profile");
  expect((await request.get("/assets/gone.js")).status()).toBe(404);
});

// @spec 2.routes.member-routes-lead 6.members-have-all
test("screens of members redirect a visitor, and one whose session ended, to the landing page", async ({
  page,
  expectRefusals,
}) => {
  test.slow();
  const someone = "00000000-0000-4000-8000-000000000000";
  const paths = ["/profile", "/profile/subscription", `/profile/${someone}`, "/browse", "/crushes"];
  paths.push("/messages", `/messages/${someone}`, "/settings", "/settings/notifications");
  for (const path of paths) {
    await test.step(`${path} redirects a visitor to the landing page`, async () => {
      await page.goto(path);
      await expect(page).toHaveURL("/");
      await expect(page.getByRole("heading", { level: 1 })).toContainText("Your Gym Bae");
    });
  }
  await test.step("an expired token leads to the landing page", async () => {
    expectRefusals();
    await logInAs(page, { id: "00000000-0000-4000-8000-000000000000", username: "gone", email: "", token: "ended" });
    await page.goto("/browse");
    await expect(page).toHaveURL("/");
  });
});

// @spec 2.query-driven.how-works-scrolls 2.query-driven.scrolled-after-20 9.timing-300-350 2.query-driven.mobile-menu
// @spec 2.query-driven.signup-true-login 3.stored-token-user 6.visitors-have-public
test("visitors find the landing page's sections, signup and login by header, menu and URL", async ({
  page,
  expectConsoleMessage,
}) => {
  test.slow();
  await test.step("the header becomes opaque after 20 px, and How it Works scrolls to its section", async () => {
    await page.goto("/");
    const header = page.getByRole("banner");
    await expect(header).not.toHaveClass(/(^|\s)scrolled(\s|$)/);
    await page.evaluate(() => scrollTo({ top: 21, behavior: "instant" }));
    await expect(header).toHaveClass(/(^|\s)scrolled(\s|$)/);
    await page.evaluate(() => scrollTo({ top: 20, behavior: "instant" }));
    await expect(header).not.toHaveClass(/(^|\s)scrolled(\s|$)/);
    await page.evaluate(() => scrollTo({ top: 21, behavior: "instant" }));
    await expect(header).toHaveClass(/(^|\s)scrolled(\s|$)/);
    await page.evaluate(() => scrollTo(0, 0));
    await header.getByRole("link", { name: "How it Works" }).click();
    await expect(page.getByRole("heading", { name: "How it Works" })).toBeInViewport();
  });
  await test.step("?signup=true and ?login=true open their modals, and the parameter is removed", async () => {
    await page.goto("/?signup=true");
    await expect(page.getByRole("dialog")).toContainText("1 of 3");
    await expect(page).toHaveURL("/");
    expect(await page.evaluate(() => localStorage.getItem("onboardingComplete"))).toBe("true");
    await page.goto("/?login=true");
    await expect(page.getByRole("dialog").getByRole("button", { name: "Let's Go!" })).toBeVisible();
    await expect(page).toHaveURL("/");
  });
  await test.step("on a phone the menu contains the header's links", async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto("/");
    await page.getByRole("button", { name: /menu/i }).click();
    await page.getByRole("button", { name: "Login" }).click();
    await expect(page.getByRole("button", { name: "Let's Go!" })).toBeVisible();
    await page.setViewportSize({ width: 1280, height: 800 });
  });
  await test.step("an unknown URL shows a not-found page", async () => {
    expectConsoleMessage(/status of 404/);
    const reply = await page.goto("/nothing/here");
    expect(reply?.status()).toBe(404);
    expect(await reply?.text()).toContain("Nothing on this rack.");
    await expect(page).toHaveTitle("Page not found · Spotter");
    await expectAccessible(page);
    await page.getByRole("link", { name: "Back to Home" }).click();
    await expect(page).toHaveURL("/");
  });
});

// @spec 2.signup-login.three-steps-progress 2.signup-login.1-e-mail 2.signup-login.2-username-chips
// @spec 2.signup-login.3-date-birth 2.signup-login.back-continue-start 4.signup-continue-checks
// @spec 5.email-required-email 5.password-required-password 5.username-required-username 5.date-birth-required
// @spec 5.you-must-agree 5.field-errors-clear
// @spec 2.query-driven.logout-clears-token 3.stored-token-user 4.login-stored-browse 5.login-email-required
test("signup and login validate the input, and logging out opens the landing page", async ({
  page,
  request,
  expectRefusals,
}) => {
  expectRefusals();
  const taken = await createMember(request);
  await test.step("the signup wizard validates the current step, keeps the input, and goes back", async () => {
    await page.goto("/?signup=true");
    const dialog = page.getByRole("dialog");
    const next = dialog.getByRole("button", { name: "Continue" });
    await next.click();
    await expect(dialog.getByText("Email is required")).toBeVisible();
    await expect(dialog.getByText("Password is required")).toBeVisible();
    await dialog.getByLabel("Email").fill("sam@");
    await expect(dialog.getByText("Email is required")).toBeHidden();
    await dialog.getByLabel("Password", { exact: true }).fill("seven77");
    await dialog.getByLabel("Confirm password").fill("eight888");
    await next.click();
    await expect(dialog.getByText("Email is invalid")).toBeVisible();
    await expect(dialog.getByText("Password must be at least 8 characters")).toBeVisible();
    await expect(dialog.getByText("Passwords do not match")).toBeVisible();
    await dialog.getByLabel("Email").fill("fresh@example.com");
    await dialog.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await dialog.getByLabel("Confirm password").fill(PASSWORD);
    await next.click();

    await expect(dialog).toContainText("2 of 3");
    await next.click();
    await expect(dialog.getByText("Username is required")).toBeVisible();
    for (const name of ["GymLegend", "FlexMaster", "FitVibes"])
      await expect(dialog.getByRole("button", { name })).toBeVisible();
    await dialog.getByRole("button", { name: "FlexMaster" }).click();
    await expect(dialog.getByLabel("Username")).toHaveValue("FlexMaster");
    await dialog.getByLabel("Username").fill("ab");
    await next.click();
    await expect(dialog.getByText("Username must be at least 3 characters")).toBeVisible();
    await dialog.getByRole("button", { name: "Back" }).click();
    await expect(dialog.getByLabel("Email")).toHaveValue("fresh@example.com");
    await next.click();
    await dialog.getByLabel("Username").fill(taken.username);
    await next.click();
    await expect(dialog).toContainText("2 of 3");
    await expect(dialog.getByLabel("Username")).toHaveAccessibleDescription("That username is taken.");
    await dialog.getByLabel("Username").fill(`free_${taken.username}`);
    await next.click();

    const last = dialog.getByRole("button", { name: "Start Crushing" });
    await last.click();
    await expect(dialog.getByText("Date of birth is required")).toBeVisible();
    await expect(dialog.getByText("You must agree to the terms")).toBeVisible();
    await dialog.getByLabel("Date of birth").fill(`${new Date().getFullYear() - 10}-01-01`);
    await last.click();
    await expect(dialog.getByLabel("Date of birth")).toHaveAccessibleDescription("You must be 18 or older");
  });
  await test.step("logging in opens Browse; a wrong password shows an error; logging out opens the landing page", async () => {
    const { email, username } = taken;
    await page.goto("/");
    await page.getByRole("button", { name: "Login" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Let's Go!" }).click();
    await expect(dialog.getByText("Email is required")).toBeVisible();
    await dialog.getByLabel("Email").fill(email);
    await dialog.getByLabel("Password", { exact: true }).fill("not the password");
    await dialog.getByRole("button", { name: "Let's Go!" }).click();
    await expect(dialog.getByRole("alert")).toHaveText("Email or password is incorrect.");
    await dialog.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await dialog.getByRole("button", { name: "Let's Go!" }).click();
    await expect(page).toHaveURL("/browse");
    const stored = () => page.evaluate(() => ({ ...localStorage }));
    expect(JSON.parse((await stored())["user"] ?? "")).toMatchObject({ username, _id: expect.any(String) });
    await page.getByRole("button", { name: "Logout" }).click();
    await expect(page).toHaveURL("/");
    const after = await stored();
    expect(after).toMatchObject({ returningUser: "true" });
    expect(after).not.toHaveProperty("token");
    expect(after).not.toHaveProperty("user");
  });
});
