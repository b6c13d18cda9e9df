import { createMember, logInAs, PASSWORD } from "#e2e/support/api-fixtures.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { expectFooter } from "#e2e/support/footer.ts";

// @spec 2.query-driven.visitors-how-works 6.visitors-have-public 2.routes.hero-find-your 2.query-driven.start-building
// @spec 2.query-driven.four-steps-build 2.routes.footer-every-page 2.query-driven.how-works-scrolls
// @spec 2.query-driven.scrolled-after-20 9.timing-300-350 2.routes.member-routes-lead 6.members-have-all
test("visitors find the landing page's sections and forms, and are led back to it from other URLs", async ({
  page,
  expectRefusals,
  expectConsoleMessage,
}) => {
  await page.goto("/");
  const header = page.getByRole("banner");
  const dialog = page.getByRole("dialog");
  const main = page.getByRole("heading", { level: 1 });
  await test.step("the four steps of How it Works are in order, and the page has a footer", async () => {
    const steps = page.getByRole("region", { name: "How it Works" }).getByRole("heading", { level: 3 });
    await expect(steps).toHaveText(["Build Your Profile", "Send Crushes", "Match & Connect", "Crush Goals Together"]);
    await expect(page.getByRole("contentinfo")).toContainText("Where Strength Meets Chemistry");
    await expectFooter(page);
  });
  await test.step("the header becomes opaque after 20 px, and How it Works scrolls to its section", async () => {
    const scrollTo = (top: number) => page.evaluate((y) => window.scrollTo({ top: y, behavior: "instant" }), top);
    const scrolled = /(^|\s)scrolled(\s|$)/;
    await scrollTo(0);
    await expect(header).not.toHaveClass(scrolled);
    await scrollTo(21);
    await expect(header).toHaveClass(scrolled);
    await scrollTo(20);
    await expect(header).not.toHaveClass(scrolled);
    await scrollTo(21);
    await expect(header).toHaveClass(scrolled);
    await scrollTo(0);
    await expect(header.getByRole("link", { name: "Messages" })).toBeHidden();
    await header.getByRole("link", { name: "How it Works" }).click();
    await expect(page.getByRole("heading", { name: "How it Works" })).toBeInViewport();
  });
  await test.step("Start Building, Find Your Crush and Start Crushing open signup, and Login the login form", async () => {
    const buttons = [
      page.getByRole("button", { name: "Start Building" }),
      page.getByRole("button", { name: "Find Your Crush" }),
      header.getByRole("button", { name: "Start Crushing" }),
    ];
    for (const button of buttons) {
      await button.click();
      await expect(dialog).toContainText("1 of 3");
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
    }
    await header.getByRole("button", { name: "Login" }).click();
    await expect(dialog.getByRole("button", { name: "Let's Go!" })).toBeVisible();
  });
  await test.step("the landing page links to the safety tips without a full page load", async () => {
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await page.evaluate(() => Object.assign(window, { stays: true }));
    await page.getByRole("link", { name: "Read our safety tips" }).click();
    await expect(page).toHaveURL("/safety");
    await expect(page).toHaveTitle("Safety Tips · Spotter");
    expect(await page.evaluate(() => "stays" in window)).toBe(true);
    await expect(page.locator("link[rel=canonical]")).toHaveCount(0);
  });
  await test.step("How it Works in the header leads to the landing page's section from any page", async () => {
    await header.getByRole("link", { name: "How it Works" }).click();
    await expect(page).toHaveURL("/#how-it-works");
    await expect(page.getByRole("heading", { name: "How it Works" })).toBeInViewport();
  });
  await test.step("a member's screen redirects a visitor to the landing page", async () => {
    await page.goto("/settings/notifications");
    await expect(page).toHaveURL("/");
    await expect(main).toContainText("Your Gym Bae");
  });
  await test.step("an unknown URL shows a not-found page", async () => {
    expectConsoleMessage(/status of 404/);
    const reply = await page.goto("/nothing/here");
    expect(reply?.status()).toBe(404);
    expect(await reply?.text()).toContain("Nothing on this rack.");
    await expect(page).toHaveTitle("Page not found · Spotter");
    await page.getByRole("link", { name: "Back to Home" }).click();
    await expect(page).toHaveURL("/");
  });
  await test.step("an expired token leads to the landing page", async () => {
    expectRefusals();
    await logInAs(page, { id: "00000000-0000-4000-8000-000000000000", username: "gone", email: "", token: "ended" });
    await page.goto("/browse");
    await expect(page).toHaveURL("/");
  });
});

// @spec 2.signup-login.three-steps-progress 2.signup-login.1-e-mail 2.signup-login.2-username-chips
// @spec 2.signup-login.3-date-birth 2.signup-login.back-continue-start 4.signup-continue-checks
// @spec 5.email-required-email 5.password-required-password 5.username-required-username 5.date-birth-required
// @spec 5.you-must-agree 5.field-errors-clear 2.query-driven.signup-true-login
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
    await expect(dialog).toContainText("1 of 3");
    // The parameter is removed.
    await expect(page).toHaveURL("/");
    expect(await page.evaluate(() => localStorage.getItem("onboardingComplete"))).toBe("true");
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
    await page.goto("/?login=true");
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Let's Go!" }).click();
    await expect(page).toHaveURL("/");
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
