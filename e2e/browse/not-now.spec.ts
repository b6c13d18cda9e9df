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

test("Not now hides a member by button or swipe, can be undone, and is listed under Privacy", async ({
  person,
  request,
}) => {
  const [me, one, two, three] = [
    await createMember(request),
    await createMember(request),
    await createMember(request),
    await createMember(request),
  ];
  await sendCrush(request, three, me);
  const page = await person({ viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true });
  await logInAs(page, me);
  await showOnly(page, [one, two, three]);
  await page.goto("/browse");
  await expect(names(page)).toHaveCount(3);
  const order = await names(page).allInnerTexts();

  await test.step("the button hides the card, and Undo puts it back at its place", async () => {
    await notNow(page, two).tap();
    await expect(card(page, two)).toHaveCount(0);
    await expect(toast(page, `${two.username} rests for 30 days.`)).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).tap();
    await expect(names(page)).toHaveText(order);
  });

  await test.step("a swipe to the left hides the card, and a short one opens nothing", async () => {
    await card(page, one).scrollIntoViewIfNeeded();
    await swipeAway(page, one);
    await expect(card(page, one)).toHaveCount(0);
    await expect(page).toHaveURL("/browse");
  });

  await test.step("a received crush is declined from the profile", async () => {
    await page.goto("/crushes");
    await page.getByRole("link", { name: "View Profile" }).tap();
    await expect(page.getByText("Crushed on you")).toBeVisible();
    await page.getByRole("button", { name: "Not now" }).tap();
    await expect(page).toHaveURL("/crushes");
    await expect(page.getByRole("heading", { name: "No crushes yet" })).toBeVisible();
  });

  await test.step("both are listed under Privacy, and can be shown again", async () => {
    await page.goto("/settings/privacy");
    const list = page.getByRole("region", { name: "Not now" });
    await expect(list.getByRole("listitem")).toHaveCount(2);
    await list.getByRole("button", { name: `Show ${three.username} again` }).tap();
    await expect(list.getByRole("listitem")).toHaveCount(1);
    await page.goto("/crushes");
    await expect(card(page, three)).toBeVisible();
  });
});

test("the first crush without a photo is asked about once", async ({ page, request }) => {
  const [me, other] = [await createMember(request), await createMember(request)];
  await logInAs(page, me);
  await page.addInitScript(() => sessionStorage.removeItem("sendsWithoutPhoto"));
  await showOnly(page, [other]);
  await page.goto("/browse");
  const question = page.getByRole("dialog", { name: "They will see no photo of you" });
  const send = card(page, other).getByRole("button", { name: /^Send Crush/ });
  await send.click();
  await expect(question.getByRole("link", { name: "Add a photo" })).toHaveAttribute("href", "/profile");
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await expect(send).toBeVisible();
  await send.click();
  await question.getByRole("button", { name: "Send anyway" }).click();
  await expect(card(page, other).getByRole("button", { name: "Crush Sent · Undo" })).toBeVisible();
});

test("a match made while away is celebrated at the next visit, once", async ({ page, request }) => {
  const [me, other] = [await createMember(request), await createMember(request)];
  await sendCrush(request, me, other);
  await sendCrush(request, other, me);
  await logInAs(page, me);
  await page.goto("/crushes");
  const moment = page.getByRole("dialog", { name: "It's a match" });
  await expect(moment).toContainText(`You and ${other.username} crushed each other.`);
  await moment.getByRole("button", { name: "Keep browsing" }).click();
  await expect(card(page, other).getByRole("link", { name: "Send Message" })).toBeVisible();
  const asked = page.waitForResponse("**/api/crushes/new-matches");
  await page.reload();
  expect(await (await asked).json()).toMatchObject({ matches: [] });
});
