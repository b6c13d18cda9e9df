import type { Page } from "@playwright/test";
import {
  AUSTIN,
  createMatch,
  createMember,
  listMessages,
  PASSWORD,
  PORTRAIT,
  sendCrush,
  sendMessage,
} from "#e2e/support/api-fixtures.ts";
import { expect, test, toast } from "#e2e/support/fixtures.ts";
import { expectFocusVisible, tabTo, tabToAndPress, tabToAndType } from "#e2e/support/focus-assertions.ts";
import { sendHeldCrushes, showOnly } from "#e2e/support/network.ts";
import { balance, buyButton, packageOption, panelToggle, payButton } from "#e2e/support/wallet-page.ts";
import { randomLetters } from "#server/testing/random-letters.ts";

test("login, a message, the skip link and a crush work with the keyboard alone", async ({ page, request }) => {
  test.slow();
  const [me, other] = await createMatch(request);
  await sendMessage(request, other, me, "Leg day?");
  await test.step("a dialog traps the focus, closes with Escape and returns the focus", async () => {
    await page.goto("/");
    const opener = page.getByRole("banner").getByRole("button", { name: "Login" });
    await tabTo(page, opener);
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByLabel("Email")).toBeFocused();
    for (let i = 0; i < 12; i++) {
      await page.keyboard.press("Tab");
      await expect(dialog.locator(":focus")).toHaveCount(1);
    }
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
  });
  await test.step("a visitor can log in and send a message with the keyboard alone", async () => {
    await tabTo(page, page.getByRole("banner").getByRole("button", { name: "Login" }));
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    await tabTo(page, dialog.getByLabel("Email"));
    await page.keyboard.type(me.email);
    await tabTo(page, dialog.getByLabel("Password", { exact: true }));
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/browse");
    // The focus is in the page, directly after the header.
    const main = page.getByRole("navigation", { name: "Main" });
    await tabTo(page, main.getByRole("link", { name: /^Messages/ }), "Shift+Tab");
    await page.keyboard.press("Enter");
    await tabTo(page, page.getByRole("listitem").getByRole("link", { name: other.username }));
    await page.keyboard.press("Enter");
    await tabTo(page, page.getByRole("textbox", { name: `Message ${other.username}` }));
    await page.keyboard.type("Thursday.");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("log").getByText("Sent", { exact: true })).toBeAttached();
    expect(await listMessages(request, other, me)).toEqual(["Leg day?", "Thursday."]);

    // Deletes the message again.
    await tabTo(page, page.getByRole("log"), "Shift+Tab");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: "Delete message" }).focus();
    await page.keyboard.press("Enter");
    await tabTo(page, page.getByRole("alertdialog").getByRole("button", { name: "Delete" }));
    await page.keyboard.press("Enter");
    await expect.poll(() => listMessages(request, other, me)).toEqual(["Leg day?"]);
  });
  await test.step("the first Tab is a skip link from the header to the page", async () => {
    await page.goto("/settings");
    await expect(page.getByRole("heading", { name: "Settings" })).toBeVisible();
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await expect(page.getByRole("main").getByRole("link", { name: "Notifications" })).toBeFocused();
  });
  await test.step("a crush can be sent with the keyboard, and Tab continues from there", async () => {
    const [one, two] = [await createMember(request), await createMember(request)];
    await showOnly(page, [one, two]);
    await page.goto("/browse");
    const cards = page.getByRole("article");
    await tabTo(page, cards.first().getByRole("button", { name: /^Send Crush/ }));
    await page.keyboard.press("Enter");
    await tabToAndPress(page, page.getByRole("button", { name: "Send anyway" }));
    await sendHeldCrushes(page);
    await expect(cards.first().getByRole("button", { name: "Crush Sent" })).toBeDisabled();
    await page.keyboard.press("Tab");
    await expect(cards.last().getByRole("link")).toBeFocused();
  });
});

/** Opens a member's screen with the header, which is before the page. */
async function goTo(page: Page, place: RegExp, way = "Shift+Tab"): Promise<void> {
  await tabToAndPress(page, page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: place }), way);
  await expect(page.locator(":focus")).toHaveCount(1);
}

/** Signs up with the form, which opens the profile. */
async function signUp(page: Page, username: string): Promise<void> {
  await page.goto("/");
  await tabToAndPress(page, page.getByRole("banner").getByRole("button", { name: "Start Crushing" }));
  const dialog = page.getByRole("dialog");
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

test("sign-up, profile, match, chat, purchase and report can be done by keyboard, with a visible focus", async ({
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
});
