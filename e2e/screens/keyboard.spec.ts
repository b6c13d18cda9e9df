import type { Page } from "@playwright/test";
import { AUSTIN, createMember, PASSWORD, PORTRAIT, sendCrush } from "#e2e/support/api-fixtures.ts";
import { expect, toast } from "#e2e/support/fixtures.ts";
import { expectFocusVisible, tabTo, tabToAndPress, tabToAndType } from "#e2e/support/focus-assertions.ts";
import { showOnly } from "#e2e/support/network.ts";
import { test as base } from "#e2e/support/own-spotter.ts";
import { balance, buyButton, packageOption, panelToggle, payButton } from "#e2e/support/wallet-page.ts";
import { randomLetters } from "#server/testing/random-letters.ts";

/** A new member meets limits and checks of pictures, which other tests turn off. */
const test = base.extend({ settings: { RATE_LIMITS: "on", IMAGE_CHECKS: "on" } });

async function goTo(page: Page, place: RegExp, way = "Shift+Tab"): Promise<void> {
  await tabToAndPress(page, page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: place }), way);
  await expect(page.locator(":focus")).toHaveCount(1);
}

async function signUp(page: Page, username: string): Promise<void> {
  await page.goto("/");
  const opener = page.getByRole("banner").getByRole("button", { name: "Start Crushing" });
  const dialog = page.getByRole("dialog");
  await test.step("a dialog traps the focus, closes with Escape and returns the focus", async () => {
    await tabToAndPress(page, opener);
    await expect(dialog.getByLabel("Email")).toBeFocused();
    for (let i = 0; i < 12; i++) {
      await page.keyboard.press("Tab");
      await expect(dialog.locator(":focus")).toHaveCount(1);
    }
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
  });
  await page.keyboard.press("Enter");
  await tabToAndType(page, dialog.getByLabel("Email"), `${username}@example.com`);
  await tabToAndType(page, dialog.getByLabel("Password", { exact: true }), PASSWORD);
  // An invalid field has the focus, and is described by its error.
  await page.keyboard.press("Enter");
  const again = dialog.getByLabel("Confirm password");
  await expect(again).toBeFocused();
  await expect(again).toHaveAccessibleDescription("Passwords do not match");
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(dialog.getByLabel("Username")).toBeFocused();
  await page.keyboard.type(username);
  await page.keyboard.press("Enter");
  await expect(dialog.getByLabel("Date of birth")).toBeFocused();
  await page.keyboard.type("05171994");
  await tabToAndPress(page, dialog.getByRole("checkbox"), "Tab", "Space");
  await tabToAndPress(page, dialog.getByRole("button", { name: "Start Crushing" }));
  await expect(page).toHaveURL("/profile");
  await expect(page.getByRole("heading", { name: "Basic info" })).toBeVisible();
  await expect(page.locator(":focus")).toHaveCount(1);
}

/** Adds a photo and enough fields to save the profile, and saves it. */
async function fillProfile(page: Page): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await tabToAndPress(page, page.getByRole("button", { name: "Add your first photo" }));
  await (await chooser).setFiles(PORTRAIT);
  await expect(page.getByText("1 of 6")).toBeVisible();
  await expect(page.getByRole("button", { name: "Add photo" }).first()).toBeFocused();
  await tabToAndType(page, page.getByLabel("Location"), AUSTIN);
  await tabToAndType(page, page.getByLabel("Bio"), "Four days a week under a bar.");
  for (const interest of ["Weightlifting", "Hiking", "Meal Prep"]) {
    const chip = page.getByRole("button", { name: interest, exact: true });
    await tabToAndPress(page, chip, "Tab", "Space");
    await expect(chip).toHaveAttribute("aria-pressed", "true");
  }
  await tabToAndPress(page, page.getByRole("button", { name: "Save Profile" }), "Shift+Tab");
  await expect(toast(page, "Profile saved")).toBeVisible();
  await expectFocusVisible(page);
}

test("sign-up, profile, match, chat, purchase and report can be done by keyboard, with a visible focus and the settings of a new Spotter", async ({
  page,
  request,
}) => {
  test.setTimeout(120_000);
  const other = await createMember(request, { location: AUSTIN });
  const username = `keys_${randomLetters(8)}`;
  await signUp(page, username);
  await fillProfile(page);
  const me = await page.evaluate(() => JSON.parse(localStorage.getItem("user") ?? "{}") as { _id: string });
  await sendCrush(request, other, { id: me._id });
  await showOnly(page, [other]);

  await goTo(page, /^Browse/);
  await tabToAndPress(page, page.getByRole("article").getByRole("button", { name: /^Crush back/ }));
  const moment = page.getByRole("dialog", { name: "It's a match" });
  await expect(moment.getByRole("heading", { name: "It's a match" })).toBeFocused();
  await tabToAndPress(page, moment.getByRole("group").getByRole("button").nth(1));
  await expect(page.getByRole("log").getByText("Sent", { exact: true })).toBeAttached();
  await expectFocusVisible(page);

  await goTo(page, /^Profile/);
  await tabToAndPress(page, panelToggle(page));
  await tabTo(page, page.getByRole("tab", { name: "Balance & Purchase" }));
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("tab", { name: "History" })).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await tabTo(page, packageOption(page, "Power Pack"));
  await page.keyboard.press("ArrowUp");
  await expect(packageOption(page, "Starter Pack")).toBeChecked();
  await tabToAndPress(page, buyButton(page));
  await expect(payButton(page)).toBeVisible();
  await expect(page.locator(":focus")).toHaveCount(1);
  await tabToAndPress(page, payButton(page));
  await expect(balance(page, 9)).toBeVisible();
  await expect(page.locator(":focus")).toHaveCount(1);

  await goTo(page, /^Messages/);
  await tabToAndPress(page, page.getByRole("listitem").getByRole("link", { name: other.username }));
  await tabToAndPress(page, page.getByRole("button", { name: "More", exact: true }), "Shift+Tab");
  await expect(page.getByRole("menuitem").first()).toBeFocused();
  await page.keyboard.press("End");
  // The menu moves the focus with a timer.
  await expect(page.getByRole("menuitem").last()).toBeFocused();
  await page.keyboard.press("Enter");
  const sheet = page.getByRole("dialog");
  await tabToAndPress(page, sheet.getByRole("button", { name: "Send Report" }));
  const reasons = sheet.getByRole("radio");
  await expect(reasons.first()).toBeFocused();
  await expect(reasons.first()).toHaveAccessibleDescription("Choose a reason");
  await page.keyboard.press("ArrowDown");
  await expect(reasons.nth(1)).toBeChecked();
  await tabToAndPress(page, sheet.getByRole("button", { name: "Send Report" }));
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL("/messages");
  await expect(page.locator(":focus")).toHaveCount(1);

  await test.step("the first Tab is a skip link from the header to the page", async () => {
    await page.goto("/settings");
    await expect(page.getByRole("heading", { name: "Settings" })).toBeVisible();
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await expect(page.getByRole("main").getByRole("link", { name: "Notifications" })).toBeFocused();
  });
});
