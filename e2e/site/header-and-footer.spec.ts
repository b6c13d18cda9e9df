import { createMatch, createMember, logInAs, sendMessage } from "#e2e/support/api-fixtures.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { changeResponse } from "#e2e/support/network.ts";

/** The places of a member, in their order. */
const PLACES = ["My Crushes", "Browse", "Messages", "Profile", "Settings", "Logout"];

// @spec 2.query-driven.members-my-crushes 2.query-driven.start-building 2.routes.footer-every-page
// @spec 2.other-screens.unexpected-application-error 8.unexpected-application-error
test("members have a header on every screen, also after a crash", async ({ page, request, expectConsoleMessage }) => {
  const me = await createMember(request);
  await logInAs(page, me);
  await test.step("members see six links, and the current one is marked", async () => {
    await page.goto("/settings");
    const header = page.getByRole("banner");
    for (const [name, address] of [
      ["My Crushes", "/crushes"],
      ["Browse", "/browse"],
      ["Messages", "/messages"],
      ["Profile", "/profile"],
      ["Settings", "/settings"],
    ] as const) {
      await header.getByRole("link", { name, exact: true }).click();
      await expect(page).toHaveURL(address);
      await expect(header.locator("[aria-current=page]")).toHaveText(name);
    }
    await expect(header.getByRole("navigation").locator("a, button")).toHaveText(PLACES);
    await expect(header.getByRole("button", { name: "Logout" })).toBeVisible();
    await expect(header.getByRole("button", { name: "Start Crushing" })).toBeHidden();
  });
  await test.step("members can open the landing page, which has no signup buttons for them", async () => {
    await page.goto("/");
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Your Gym Bae");
    await expect(page.getByRole("contentinfo")).toBeVisible();
    await expect(page.getByRole("banner").getByRole("link", { name: "Browse" })).toBeVisible();
    await expect(page.getByRole("banner").getByRole("button", { name: "Login" })).toBeHidden();
    await page.getByRole("button", { name: "Start Building" }).click();
    await expect(page).toHaveURL("/profile");
  });
  await test.step("a screen that crashes shows an error and a link, and keeps the rest of the app", async () => {
    expectConsoleMessage(/A screen could not be shown/);
    expectConsoleMessage(/TypeError|React Router/);
    await changeResponse(page, "**/api/crushes/lists/received", () => ({
      success: true,
      members: [{}],
      nextCursor: null,
    }));
    await page.goto("/crushes");
    await expect(page.getByRole("heading", { name: "Unexpected Application Error!" })).toBeVisible();
    await page.getByRole("banner").getByRole("link", { name: "Settings" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
    await page.goBack();
    await page.getByRole("link", { name: "Back to Home" }).click();
    await expect(page).toHaveURL("/");
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  // @spec 2.query-driven.mobile-menu
  test("visitors have a menu, members also tabs, and a chat has its footer below the composer", async ({
    page,
    request,
  }) => {
    await test.step("Escape closes the menu and returns the focus", async () => {
      await page.goto("/");
      const opener = page.getByRole("button", { name: "Menu" });
      await opener.tap();
      const menu = page.getByRole("dialog", { name: "Menu" });
      await expect(menu.getByRole("link", { name: "How it Works" })).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(menu).toBeHidden();
      await expect(opener).toBeFocused();
      await opener.tap();
      await menu.getByRole("button", { name: "Login" }).tap();
      await expect(page.getByRole("button", { name: "Let's Go!" })).toBeVisible();
    });
    const [me, other] = await createMatch(request);
    await test.step("members have four tabs with the unread badge, and all six places in the menu", async () => {
      await sendMessage(request, other, me, "Leg day?");
      await logInAs(page, me);
      await page.goto("/crushes");
      const tabs = page.getByRole("navigation", { name: "Main" }).getByRole("link");
      await expect(tabs).toHaveText(["My Crushes", "Browse", /^Messages1/, "Profile"]);
      await expect(tabs.nth(2)).toContainText("1 unread message");
      await tabs.nth(1).tap();
      await expect(page).toHaveURL("/browse");
      const opener = page.getByRole("button", { name: "Menu" });
      await opener.tap();
      const menu = page.getByRole("dialog", { name: "Menu" });
      await expect(menu.getByRole("navigation").first().locator("a, button")).toHaveText(PLACES);
      await expect(menu.getByRole("navigation", { name: "Help and more" }).getByRole("link")).toHaveText([
        "Help Center",
        "Safety Tips",
        "Crush wallet",
        "Invite a friend",
      ]);
      await expect(menu.getByRole("navigation", { name: "Legal" }).getByRole("link")).toHaveText([
        "Contact Us",
        "Terms",
        "Privacy",
        "Cookies",
        "Community Guidelines",
      ]);
      await page.keyboard.press("Escape");
      await expect(opener).toBeFocused();
      await opener.tap();
      await menu.getByRole("link", { name: "Settings" }).tap();
      await expect(page).toHaveURL("/settings");
      await expect(menu).toBeHidden();
    });
    await test.step("the help center has the tab bar without a header", async () => {
      await page.goto("/help");
      await expect(page.getByRole("navigation", { name: "Main" })).toHaveCount(1);
      await expect(page.getByRole("banner")).toBeHidden();
    });
    await test.step("a chat has its footer below the composer, and none while the member writes", async () => {
      await page
        .getByRole("navigation", { name: "Main" })
        .getByRole("link", { name: /^Messages/ })
        .tap();
      await page.locator(`main a[href="/messages/${other.id}"]`).first().tap();
      await expect(page.getByRole("navigation", { name: "Main" })).toBeHidden();
      const field = page.getByRole("textbox", { name: `Message ${other.username}` });
      await expect(field).toBeInViewport({ ratio: 1 });
      const footer = page.getByRole("contentinfo");
      await expect(footer).not.toBeInViewport();
      await footer.scrollIntoViewIfNeeded();
      await expect(footer.getByRole("button", { name: "Subscribe" })).toBeInViewport();
      await page.evaluate(() => scrollTo(0, 120));
      await field.tap();
      await expect(footer).toBeHidden();
      await expect(field).toBeInViewport({ ratio: 1 });
      expect(await page.evaluate(() => scrollY)).toBe(0);
    });
    await test.step("the menu is an entry of its own in a chat and on a profile, which have no tabs", async () => {
      const menu = page.getByRole("dialog", { name: "Menu" });
      await page.getByRole("button", { name: "More" }).tap();
      await page.getByRole("menuitem", { name: "Menu" }).tap();
      await menu.getByRole("link", { name: "Settings" }).tap();
      await expect(page).toHaveURL("/settings");
      await page.goBack();
      await page.locator("main header").getByRole("link").last().tap();
      await expect(page).toHaveURL(/^[^#?]*\/profile\/./);
      await page.getByRole("button", { name: "More" }).filter({ visible: true }).tap();
      await page.getByRole("menuitem", { name: "Menu" }).tap();
      await menu.getByRole("button", { name: "Logout" }).tap();
      await expect(page).toHaveURL("/");
    });
  });
});
