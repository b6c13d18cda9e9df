import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { showOnly } from "./network.ts";
import { enterAs, makeMatch, makePerson, PASSWORD, say, thread } from "./people.ts";

/** Presses a key until something has the focus, as somebody without a mouse does. */
async function tabTo(page: Page, target: Locator, key = "Tab"): Promise<void> {
  await expect(target).toBeVisible();
  for (let i = 0; i < 60; i++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not come to ${target}`);
}

test("from the landing page through the login to a sent message with the keyboard alone", async ({ page, request }) => {
  const [me, other] = await makeMatch(request);
  await say(request, other, me, "Leg day?");
  await page.goto("/");
  await tabTo(page, page.getByRole("banner").getByRole("button", { name: "Login" }));
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await tabTo(page, dialog.getByLabel("Email"));
  await page.keyboard.type(me.email);
  await tabTo(page, dialog.getByLabel("Password", { exact: true }));
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/browse");
  // The focus is in the page by now; the header is just before it.
  const main = page.getByRole("navigation", { name: "Main" });
  await tabTo(page, main.getByRole("link", { name: /^Messages/ }), "Shift+Tab");
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByRole("listitem").getByRole("link", { name: other.username }));
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByRole("textbox", { name: `Message ${other.username}` }));
  await page.keyboard.type("Thursday.");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("log").getByText("Sent", { exact: true })).toBeAttached();
  expect(await thread(request, other, me)).toEqual(["Leg day?", "Thursday."]);

  // And the message is taken back again.
  await tabTo(page, page.getByRole("button", { name: "Delete message" }));
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByRole("alertdialog").getByRole("button", { name: "Delete" }));
  await page.keyboard.press("Enter");
  await expect.poll(() => thread(request, other, me)).toEqual(["Leg day?"]);
});

test("a dialog keeps the focus, answers Escape and gives the focus back", async ({ page }) => {
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

test("the first Tab leads over the header to the page", async ({ page, request }) => {
  await enterAs(page, await makePerson(request));
  await page.goto("/settings");
  await expect(page.getByRole("heading", { name: "Appearance" })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("radio", { name: "System" })).toBeFocused();
});

test("a crush is sent with the keyboard, and Tab goes on from there", async ({ page, request }) => {
  const [me, one, two] = [await makePerson(request), await makePerson(request), await makePerson(request)];
  await enterAs(page, me);
  await showOnly(page, [one, two]);
  await page.goto("/browse");
  const cards = page.getByRole("article");
  await tabTo(page, cards.first().getByRole("button", { name: /^Send Crush/ }));
  await page.keyboard.press("Enter");
  await expect(cards.first().getByRole("button", { name: "Crush Sent" })).toBeDisabled();
  await page.keyboard.press("Tab");
  await expect(cards.last().getByRole("link")).toBeFocused();
});
