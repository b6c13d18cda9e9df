import type { APIRequestContext, Page } from "@playwright/test";
import { createMatch, getBalance, logInAs, type Member, PORTRAIT, sendAttachment } from "#e2e/support/api-fixtures.ts";
import { choose, confirm, log, modal, SEND, uncover } from "#e2e/support/attachment-page.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { holdRequests, waitForSocket } from "#e2e/support/network.ts";
import { report } from "#e2e/support/safety-page.ts";

const PHONE = { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true };

/** Back then returns to the list. */
async function openInList(page: Page, other: Member): Promise<void> {
  // The header of a chat that is still displayed links to the other member, too.
  await expect(log(page)).toBeHidden();
  await page.getByRole("main").getByRole("link", { name: other.username }).first().click();
  await expect(page).toHaveURL(`/messages/${other.id}`);
}

/** The first member of the match has no credits left. */
async function makeSpentMatch(request: APIRequestContext): Promise<[Member, Member]> {
  const [me, other] = await createMatch(request);
  await sendAttachment(request, other, me);
  for (let left = await getBalance(request, me); left > 0; left--) await sendAttachment(request, me, other);
  return [me, other];
}

const picture = (page: Page) => log(page).getByRole("button", { name: /^Photo from/ });
const large = (page: Page) => page.getByRole("dialog", { name: /^Photo from/ });
/** Reveals an entry that was left behind. */
const historyLength = (page: Page) => page.evaluate(() => history.length);

test("Back closes a dialog of the chat first, and leaves no history entry behind", async ({ person, request }) => {
  test.slow();
  const [me, other] = await createMatch(request);
  await sendAttachment(request, other, me);
  const page = await person(PHONE);
  await logInAs(page, me);
  await page.goto("/messages");
  await test.step("Back closes the menu of the tab bar, and a link in it leaves no entry behind", async () => {
    const menu = page.getByRole("dialog", { name: "Menu" });
    const open = page.getByRole("button", { name: "Menu" });
    const before = await historyLength(page);
    await open.tap();
    await expect.poll(() => historyLength(page)).toBe(before + 1);
    await page.goBack();
    await expect(menu).toBeHidden();
    await expect(page).toHaveURL("/messages");
    await open.tap();
    await menu.getByRole("link", { name: "Crushes" }).tap();
    await expect(page).toHaveURL("/crushes");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/Crushes/);
    await page.goBack();
    await expect(page).toHaveURL("/messages");
    await expect(menu).toBeHidden();
  });
  await test.step("Back closes an enlarged image first, and then leaves the chat", async () => {
    await openInList(page, other);
    await uncover(page);
    await picture(page).tap();
    await expect(large(page)).toBeVisible();
    await page.goBack();
    await expect(large(page)).toBeHidden();
    await expect(page).toHaveURL(`/messages/${other.id}`);
    await expect(picture(page)).toBeFocused();
    await page.goBack();
    await expect(page).toHaveURL("/messages");
  });
  await test.step("closing an image in another way leaves no history entry behind", async () => {
    await openInList(page, other);
    const before = await historyLength(page);
    for (const way of ["Close", "Escape", "Close"]) {
      await picture(page).tap();
      await expect(large(page)).toBeVisible();
      if (way === "Escape") await page.keyboard.press("Escape");
      else await large(page).getByRole("button", { name: way }).tap();
      await expect(large(page)).toBeHidden();
      await expect.poll(() => page.evaluate(() => "layer" in history.state)).toBe(false);
    }
    // The entry of the image is a forward entry, which the next image replaces.
    expect(await historyLength(page)).toBe(before + 1);
    await page.goBack();
    await expect(page).toHaveURL("/messages");
  });
  await test.step("a forward entry or one from before a reload opens nothing, and Back continues to work", async () => {
    await openInList(page, other);
    await picture(page).tap();
    await expect(large(page)).toBeVisible();
    await page.reload();
    await expect(picture(page)).toBeVisible();
    await expect.poll(() => page.evaluate(() => "layer" in history.state)).toBe(false);
    await page.evaluate(() => history.forward());
    await expect.poll(() => page.evaluate(() => "layer" in history.state)).toBe(false);
    await expect(large(page)).toHaveCount(0);
    await page.goBack();
    await expect(page).toHaveURL("/messages");
    await expect(page.getByRole("heading", { level: 1, name: "Messages" })).toBeVisible();
  });
  await test.step("a dialog that must not be closed stays open on Back, and leaves no history entry when it closes", async () => {
    await openInList(page, other);
    await expect(picture(page)).toBeVisible();
    const before = await log(page).getByRole("img").count();
    const release = await holdRequests(page, SEND);
    await choose(page, PORTRAIT);
    await confirm(page).tap();
    await expect(modal(page).getByRole("progressbar")).toBeVisible();
    for (let i = 0; i < 2; i++) {
      await page.goBack();
      await expect(modal(page)).toBeVisible();
    }
    release();
    await expect(modal(page)).toBeHidden();
    await expect(log(page).getByRole("img")).toHaveCount(before + 1);
    await expect.poll(() => page.evaluate(() => "layer" in history.state)).toBe(false);
    await page.goBack();
    await expect(page).toHaveURL("/messages");
  });
  await test.step("after reporting and blocking, Back does not return to the ended conversation", async () => {
    await page.goto("/crushes");
    // Otherwise the chat could be fetched again on connecting, when it has ended already.
    const connected = waitForSocket(page);
    await page.goto("/messages");
    await connected;
    await page.getByRole("main").getByRole("link", { name: other.username }).first().tap();
    await page.getByRole("button", { name: "More", exact: true }).tap();
    await page.getByRole("menuitem", { name: "Report" }).tap();
    await report(page, other).getByRole("radio", { name: "Spam or a scam" }).check();
    await report(page, other).getByRole("button", { name: "Send Report" }).tap();
    await expect(page).toHaveURL("/messages");
    await expect(page.getByRole("alert")).toContainText("Thank you.");
    await page.goBack();
    // The list that the chat was opened from.
    await expect(page).toHaveURL("/messages");
    await page.goBack();
    await expect(page).toHaveURL("/crushes");
  });
});

test("Back returns to the chat from a page that a dialog linked to, also before it is rendered", async ({
  person,
  request,
}) => {
  test.slow();
  const [me, other] = await makeSpentMatch(request);
  const page = await person(PHONE);
  await logInAs(page, me);
  await page.goto("/messages");
  await test.step("Back before the page linked from a dialog is rendered returns to the chat", async () => {
    await openInList(page, other);
    await choose(page, PORTRAIT);
    // React then renders /profile within the popstate event.
    await page.evaluate(() => {
      const push = history.pushState.bind(history);
      history.pushState = (...step) => {
        push(...step);
        if (!String(step[2]).startsWith("/profile")) return;
        addEventListener("popstate", () => requestAnimationFrame(() => document.body.setAttribute("data-back", "")));
        history.back();
        for (const end = performance.now() + 200; performance.now() < end; );
      };
    });
    await modal(page).getByRole("link", { name: "Get More Crushes" }).tap();
    await expect(page.locator("body[data-back]")).toBeVisible();
    await expect(modal(page)).toBeVisible();
    await expect(page).toHaveURL(`/messages/${other.id}`);
    await page.goBack();
    await expect(modal(page)).toBeHidden();
    await page.goBack();
    await expect(page).toHaveURL("/messages");
  });
  // Restores the history of the page.
  await page.goto("/messages");
  await test.step("one Back returns from a page that a dialog linked to", async () => {
    await openInList(page, other);
    const before = await historyLength(page);
    await choose(page, PORTRAIT);
    await modal(page).getByRole("link", { name: "Get More Crushes" }).tap();
    await expect(page).toHaveURL("/profile#crushes");
    // Until the profile is rendered, the chat with its open dialog is still displayed.
    await expect(page.locator("#crushes")).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(`/messages/${other.id}`);
    // The image was kept. Its dialog opens shortly before the empty history entry is replaced.
    await expect(modal(page)).toBeVisible();
    await expect.poll(() => historyLength(page)).toBe(before + 1);
    await page.goBack();
    await expect(modal(page)).toBeHidden();
    await page.goBack();
    await expect(page).toHaveURL("/messages");
  });
});

test("Back closes what a visitor has opened, step by step, and keeps the page", async ({ person }) => {
  const page = await person(PHONE);
  await page.goto("/safety");
  await page.getByRole("link", { name: "Spotter" }).first().tap();
  await expect(page).toHaveURL("/");
  const before = await historyLength(page);
  const menu = page.getByRole("dialog", { name: "Menu" });
  await page.getByRole("button", { name: "Menu" }).tap();
  await expect(menu).toBeVisible();
  // The browser opens it before the app has started, which the press has begun.
  await expect.poll(() => historyLength(page)).toBe(before + 1);
  await page.goBack();
  await expect(menu).toBeHidden();
  await page.getByRole("button", { name: "Find Your Crush" }).tap();
  const signup = page.getByRole("dialog");
  await signup.getByLabel("Email").fill("fresh@example.com");
  await signup.getByLabel("Password", { exact: true }).fill("stairs-and-squats");
  await signup.getByLabel("Confirm password").fill("stairs-and-squats");
  await signup.getByRole("button", { name: "Continue" }).tap();
  await expect(signup).toContainText("2 of 3");
  await page.goBack();
  await expect(signup).toContainText("1 of 3");
  await expect(signup.getByLabel("Email")).toHaveValue("fresh@example.com");
  await page.goBack();
  await expect(signup).toHaveCount(0);
  await expect(page).toHaveURL("/");
  await expect.poll(() => page.evaluate(() => "layer" in history.state)).toBe(false);
  expect(await historyLength(page)).toBeLessThanOrEqual(before + 2);
  await page.goBack();
  await expect(page).toHaveURL("/safety");
});
