import type { Page } from "@playwright/test";
import type { BrowseProfile } from "#contract/discovery/discovery.ts";
import { createMember, getBalance, logInAs, type Member, matchMembers, sendCrush } from "#e2e/support/api-fixtures.ts";
import { expect, test, toast } from "#e2e/support/fixtures.ts";
import {
  changeResponse,
  holdRequests,
  recordRequests,
  refuseRequests,
  reloadConnected,
  sendHeldCrushes,
  showOnly,
  waitForSocket,
} from "#e2e/support/network.ts";
import { dismissToasts } from "#e2e/support/toasts.ts";

const SEND = "**/api/match/send-crush";
/** A press takes nothing back as soon as a double click, so it lasts longer than one. */
const UNHURRIED = { delay: 700 };
const remaining = (page: Page, count: number) => page.getByText(new RegExp(`^${count}.* crushes remaining$`));
const card = (page: Page, { username }: Member) => page.getByRole("article").filter({ hasText: username });
const sendTo = (page: Page, person: Member) => card(page, person).getByRole("button", { name: /^Send Crush/ });
const sentTo = (page: Page, person: Member) =>
  card(page, person).getByRole("button", { name: "Crush Sent", exact: true });
const undoOf = (page: Page, person: Member) => card(page, person).getByRole("button", { name: "Undo" });

/** A member as a search finds them. */
const found = ({ id, username }: Member): BrowseProfile => ({
  id,
  username,
  isDemo: false,
  isVerified: false,
  age: 30,
  location: "Austin, TX",
  photos: [],
  photoCount: 0,
  crushSent: false,
  crushedOnMe: false,
  isMatch: false,
  distance: null,
  recency: null,
  reasons: [],
});

// @spec 2.browse.counter-crushes-remaining 2.browse.send-crush-becomes 4.crush-not-sent
test("a crush is sent once, is shown on all devices and at the next visit, and may become a match", async ({
  page,
  request,
  expectRefusals,
}) => {
  test.slow();
  // A crush that was sent while the page was left is sent again at the next visit, which the server refuses.
  expectRefusals();
  // Far from other members, because search results list members without a crush first.
  const far = { location: "Anchorage, AK" };
  const me = await createMember(request, far);
  const people = await Promise.all(Array.from({ length: 5 }, () => createMember(request, far)));
  const [first, second, third, admirer, partner] = people as [Member, Member, Member, Member, Member];
  await sendCrush(request, admirer, me);
  await logInAs(page, me);
  await showOnly(page, [first, second, third, admirer]);
  const connected = waitForSocket(page);
  await page.goto("/browse");
  await connected;

  await test.step("a double click sends one crush, costs one credit, and updates the button", async () => {
    const release = await holdRequests(page, SEND);
    await expect(sendTo(page, first)).toHaveAccessibleName(/^Send Crush ?, costs 1 crush$/);
    const requests = recordRequests(page);
    await sendTo(page, first).dblclick();
    await expect(undoOf(page, first)).toBeVisible();
    await expect(card(page, first)).not.toContainText("Sent");
    // Held credits are not in the counter any more.
    await expect(remaining(page, 4)).toBeVisible();
    await sendHeldCrushes(page);
    await expect(page.getByRole("button", { name: "Sending..." })).toBeVisible();
    release();
    await expect(sentTo(page, first)).toBeDisabled();
    await expect(page.getByRole("status").filter({ hasText: `Crush sent to ${first.username}!` })).toBeAttached();
    await expect(page.getByRole("alert")).toHaveCount(0);
    await expect(remaining(page, 4)).toBeVisible();
    expect(requests.filter((one) => one === "POST /api/match/send-crush")).toHaveLength(1);
    expect(await getBalance(request, me)).toBe(4);
  });

  await test.step("a crush that is taken back is never sent and costs nothing", async () => {
    const requests = recordRequests(page);
    await sendTo(page, second).click();
    await expect(remaining(page, 3)).toBeVisible();
    await undoOf(page, second).click(UNHURRIED);
    await expect(sendTo(page, second)).toBeFocused();
    await expect(remaining(page, 4)).toBeVisible();
    await sendHeldCrushes(page);
    expect(requests).not.toContain("POST /api/match/send-crush");
  });

  await test.step("a crush is sent when the page is left within five seconds, and all are shown at the next visit", async () => {
    await sendTo(page, third).click();
    await page.goto("/help");
    await expect.poll(() => getBalance(request, me)).toBe(3);
    const reconnected = waitForSocket(page);
    await page.goto("/browse");
    for (const one of [first, third]) await expect(sentTo(page, one)).toBeDisabled();
    await expect(remaining(page, 3)).toBeVisible();
    await reconnected;
  });

  const moment = page.getByRole("dialog", { name: "It's a match" });

  await test.step("a match is celebrated once, can be closed with Escape, and returns the focus", async () => {
    await expect(card(page, admirer)).toContainText("Crushed on you");
    await card(page, admirer)
      .getByRole("button", { name: /^Crush back/ })
      .click();
    await expect(moment).toContainText(`You and ${admirer.username} crushed each other.`);
    await expect(moment).toContainText("You're both into Weightlifting, Running and Hiking");
    await page.keyboard.press("Escape");
    await expect(moment).toBeHidden();
    await expect(card(page, admirer).getByRole("link", { name: admirer.username })).toBeFocused();
    await expect(card(page, admirer).getByRole("link", { name: "Send Message" })).toHaveAttribute(
      "href",
      `/messages/${admirer.id}`,
    );
    await reloadConnected(page);
    await expect(card(page, admirer)).toContainText("It's a match");
    await expect(card(page, admirer).getByRole("link", { name: "Send Message" })).toBeVisible();
    await expect(sentTo(page, admirer)).toHaveCount(0);
  });

  await test.step("an opener of the match dialog is sent by one press, and the chat shows it", async () => {
    await matchMembers(request, me, partner);
    await expect(moment).toContainText(`You and ${partner.username} crushed each other.`);
    const opener = "“Pancakes” sounds like a good rest day. Any tips?";
    await moment.getByRole("button", { name: opener }).click();
    await expect(page).toHaveURL(`/messages/${partner.id}`);
    await expect(page.getByRole("log")).toContainText(opener);
    await expect(page.getByRole("textbox", { name: /^Message/ })).toHaveValue("");
  });
});

// @spec 5.youve-already-sent 8.failed-send-crush 2.routes.profile-crushes 2.browse.youre-out-crushes
// @spec 5.youre-out-crushes
test("a crush survives a late page, can be about an answer, costs nothing if it fails, and needs credits", async ({
  page,
  request,
  expectRefusals,
}) => {
  test.slow();
  const me = await createMember(request);
  const people = await Promise.all(Array.from({ length: 5 }, () => createMember(request)));
  const [first, second, third, fourth, last] = people as [Member, Member, Member, Member, Member];
  await logInAs(page, me);
  const list = (address: string, profiles: readonly Member[], nextCursor: string | null) =>
    page.route(address, (route) =>
      route.fulfill({ json: { success: true, profiles: profiles.map(found), nextCursor } }),
    );
  await list("**/api/profile/all?limit=24", [first], "next");
  await list("**/api/profile/all*cursor=next", [second, third, fourth, last], null);
  // The page receives no events.
  await page.routeWebSocket(/socket\.io/, () => {});
  const release = await holdRequests(page, "**/api/profile/all*cursor=next");
  await page.goto("/browse");

  await test.step("a sent crush stays displayed if a page requested earlier arrives later", async () => {
    await sendTo(page, first).click();
    await sendHeldCrushes(page);
    await expect(sentTo(page, first)).toBeVisible();
    release();
    await expect(page.getByRole("article")).toHaveCount(5);
    await expect(sentTo(page, first)).toBeVisible();
  });

  await test.step("its profile leads to the next one, whose answer can have a crush, which can be taken back", async () => {
    await card(page, first).getByRole("link").click();
    await page.getByRole("link", { name: `Next: ${second.username}` }).click();
    await expect(page).toHaveURL(`/profile/${second.id}`);
    const heart = page.getByRole("button", {
      name: "Crush on the answer to “My rest day looks like...”, costs 1 crush",
    });
    const undo = page.getByRole("button", { name: "Undo" });
    await heart.click();
    await undo.click(UNHURRIED);
    await expect(heart).toBeVisible();
    await heart.click();
    await expect(undo).toBeVisible();
    const sending = page.waitForRequest(
      (one) =>
        one.url().endsWith("/send-crush") && (one.postDataJSON() as { recipientId: string }).recipientId === second.id,
    );
    await sendHeldCrushes(page);
    expect((await sending).postDataJSON()).toMatchObject({
      about: { kind: "prompt", question: "My rest day looks like..." },
    });
    await expect(page.getByRole("button", { name: "Crush Sent ✓", exact: true })).toBeVisible();
    await expect(page.getByRole("button", { name: "Your crush is on the answer to" })).toBeVisible();
    expect(await getBalance(request, me)).toBe(3);
    await page.goBack();
    await expect(page).toHaveURL("/browse");
  });

  await test.step("a rejection is reported", async () => {
    expectRefusals();
    const restore = await refuseRequests(page, "POST", SEND, 404, { message: "" });
    await sendTo(page, fourth).click();
    await sendHeldCrushes(page);
    await expect(page.getByRole("alert").getByText("Failed to send crush", { exact: true })).toBeVisible();
    await expect(sendTo(page, fourth)).toBeEnabled();
    restore();
    await dismissToasts(page);
  });

  await test.step("if the event was missed, the rejection updates the button and nothing is charged", async () => {
    await expect(sendTo(page, third)).toBeVisible();
    await sendCrush(request, me, third);
    await sendTo(page, third).click();
    await sendHeldCrushes(page);
    await expect(toast(page, "You've already sent a crush to this person.")).toBeVisible();
    await expect(sentTo(page, third)).toBeDisabled();
    expect(await getBalance(request, me)).toBe(2);
    await dismissToasts(page);
  });

  await test.step("without credits, an overlay links to the wallet", async () => {
    await changeResponse(page, "**/api/crushes/data*", (reply: object) => ({ ...reply, balance: 0 }));
    await page.goto("/browse");
    const overlay = page.getByRole("dialog", { name: "You're out of crushes!" });
    await overlay.getByRole("link", { name: "Get More Crushes" }).click();
    await expect(page).toHaveURL("/profile#crushes");
    await expect(page.getByRole("button", { name: /^My Crushes/ })).toHaveAttribute("aria-expanded", "true");
    await expect(page.getByText("You're out of crushes. Load up to send the next one.")).toBeInViewport();
  });

  await test.step("without credits, browsing is possible, and sending a crush leads to the wallet", async () => {
    await page.getByRole("link", { name: "Browse", exact: true }).click();
    await page.getByRole("button", { name: "Keep looking" }).click();
    await expect(page.getByRole("dialog")).toBeHidden();
    const requests = recordRequests(page);
    await sendTo(page, last).click();
    await expect(toast(page, "You're out of crushes! Visit your profile to get more.")).toBeVisible();
    await expect(page).toHaveURL("/profile#crushes");
    expect(requests).not.toContain("POST /api/match/send-crush");
  });
});
