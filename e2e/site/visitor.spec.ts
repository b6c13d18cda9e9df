import { expect, test } from "#e2e/support/fixtures.ts";

// @spec 2.query-driven.visitors-how-works 6.visitors-have-public 2.routes.hero-find-your 2.query-driven.start-building
// @spec 2.query-driven.four-steps-build 2.routes.footer-every-page 2.query-driven.how-works-scrolls
// @spec 2.query-driven.scrolled-after-20 9.timing-300-350 2.routes.member-routes-lead 6.members-have-all
test("visitors find the landing page's sections and forms, and are led back to it from other URLs", async ({
  page,
  expectConsoleMessage,
}) => {
  await page.goto("/");
  const header = page.getByRole("banner");
  const dialog = page.getByRole("dialog");
  const main = page.getByRole("heading", { level: 1 });
  await test.step("the four steps of How it Works are in order", async () => {
    const steps = page.getByRole("region", { name: "How it Works" }).getByRole("heading", { level: 3 });
    await expect(steps).toHaveText(["Build Your Profile", "Send Crushes", "Match & Connect", "Crush Goals Together"]);
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
});
