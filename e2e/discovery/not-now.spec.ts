import type { Page } from "@playwright/test";
import { createMember, logInAs, type Member, sendCrush } from "#e2e/support/api-fixtures.ts";
import { expect, test, toast } from "#e2e/support/fixtures.ts";
import { showOnly } from "#e2e/support/network.ts";

const card = (page: Page, { username }: Member) => page.getByRole("article").filter({ hasText: username });
const notNow = (page: Page, { username }: Member) => page.getByRole("button", { name: `Not now: ${username}` });
const names = (page: Page) => page.getByRole("article").getByRole("heading");

/** Swipes an element to the left with a finger. */
async function swipeAway(page: Page, { username }: Member): Promise<void> {
  const box = await page.getByRole("article").filter({ hasText: username }).boundingBox();
  if (!box) throw new Error("the card is not visible");
  const [x, y] = [box.x + box.width - 40, box.y + 200];
  const client = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", at?: number) =>
    client.send("Input.dispatchTouchEvent", { type, touchPoints: at === undefined ? [] : [{ x: at, y }] });
  await touch("touchStart", x);
  for (let step = 1; step <= 8; step++) await touch("touchMove", x - 20 * step);
  await touch("touchEnd");
}

test("a match made while away is celebrated once, Not now hides members until it is undone, and a missing photo is asked about", async ({
  person,
  request,
}) => {
  const people = await Promise.all(Array.from({ length: 5 }, () => createMember(request)));
  const [me, one, two, three, match] = people as [Member, Member, Member, Member, Member];
  await sendCrush(request, three, me);
  await sendCrush(request, me, match);
  await sendCrush(request, match, me);
  const page = await person({ viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true });
  await logInAs(page, me);
  await page.addInitScript(() => sessionStorage.removeItem("sendsWithoutPhoto"));
  await showOnly(page, [one, two, three]);
  await page.goto("/browse");

  await test.step("a match made while away is celebrated at the next visit", async () => {
    const moment = page.getByRole("dialog", { name: "It's a match" });
    await expect(moment).toContainText(`You and ${match.username} crushed each other.`);
    await moment.getByRole("button", { name: "Keep browsing" }).tap();
    await expect(moment).toBeHidden();
    await expect(page.getByRole("link", { name: /^My Crushes/ })).toHaveAccessibleName("My Crushes 1 new crush");
  });

  await expect(names(page)).toHaveCount(3);
  const order = await names(page).allInnerTexts();

  await test.step("the button hides the card, and Undo puts it back at its place", async () => {
    await notNow(page, two).tap();
    await expect(card(page, two)).toHaveCount(0);
    await expect(toast(page, `${two.username} rests for 30 days.`)).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).tap();
    await expect(names(page)).toHaveText(order);
  });

  await test.step("the first crush without a photo is asked about once", async () => {
    const question = page.getByRole("dialog", { name: "They will see no photo of you" });
    const send = card(page, two).getByRole("button", { name: /^Send Crush/ });
    await send.click();
    await expect(question.getByRole("link", { name: "Add a photo" })).toHaveAttribute("href", "/profile");
    await page.keyboard.press("Escape");
    await expect(question).toBeHidden();
    await expect(send).toBeVisible();
    await send.click();
    await question.getByRole("button", { name: "Send anyway" }).click();
    await expect(card(page, two).getByRole("button", { name: "Undo" })).toBeVisible();
  });

  await test.step("a swipe to the left hides the card, and a short one opens nothing", async () => {
    await card(page, one).scrollIntoViewIfNeeded();
    await swipeAway(page, one);
    await expect(card(page, one)).toHaveCount(0);
    await expect(page).toHaveURL("/browse");
  });

  await test.step("a received crush is declined from the profile", async () => {
    // No taps: the browser may take one after a swipe for a stop of its scrolling.
    await page.getByRole("link", { name: /^My Crushes/ }).click();
    // The URL changes before the screen, which has a card of the member, too.
    await expect(page.getByRole("tabpanel")).toBeVisible();
    await card(page, three).getByRole("link", { name: "View Profile" }).click();
    await expect(page.getByText("Crushed on you")).toBeVisible();
    await page.getByRole("button", { name: "Not now" }).tap();
    await expect(page).toHaveURL("/crushes");
    await expect(card(page, match)).toBeVisible();
    await expect(card(page, three)).toHaveCount(0);
  });

  await test.step("both are listed under Privacy, and can be shown again", async () => {
    const asked = page.waitForResponse("**/api/crushes/new-matches");
    await page.goto("/settings/privacy");
    const list = page.getByRole("region", { name: "Not now" });
    await expect(list.getByRole("listitem")).toHaveCount(2);
    await list.getByRole("button", { name: `Show ${three.username} again` }).tap();
    await expect(list.getByRole("listitem")).toHaveCount(1);
    await page.getByRole("link", { name: /^My Crushes/ }).tap();
    await expect(card(page, three)).toBeVisible();
    // The match is not celebrated again.
    expect(await (await asked).json()).toMatchObject({ matches: [] });
  });
});
