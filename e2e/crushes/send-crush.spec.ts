import type { Page } from "@playwright/test";
import type { BrowseProfile } from "#contract/discovery.ts";
import {
  createMember,
  getBalance,
  logInAs,
  type Member,
  matchMembers,
  sendCrush,
  spendAllCredits,
} from "#e2e/support/api-fixtures.ts";
import { expect, test, toast } from "#e2e/support/fixtures.ts";
import {
  abortRequests,
  changeResponse,
  holdRequests,
  recordRequests,
  refuseRequests,
  showOnly,
  waitForSocket,
} from "#e2e/support/network.ts";

const SEND = "**/api/match/send-crush";
const send = (page: Page) => page.getByRole("button", { name: /^Send Crush/ });
const remaining = (page: Page, count: number) => page.getByText(new RegExp(`^${count}.* crushes remaining$`));
const sent = (page: Page) => page.getByRole("button", { name: "Crush Sent" });

// @spec 2.browse.counter-crushes-remaining 2.browse.send-crush-becomes 4.crush-not-sent
test("a double click sends one crush, costs one credit, and updates the button", async ({ page, request }) => {
  const [me, other] = [await createMember(request), await createMember(request)];
  await logInAs(page, me);
  await showOnly(page, [other]);
  const release = await holdRequests(page, SEND);
  await page.goto("/browse");
  await expect(send(page)).toHaveAccessibleName(/^Send Crush ?, costs 1 crush$/);
  const requests = recordRequests(page);
  await send(page).dblclick();
  await expect(page.getByRole("button", { name: "Sending..." })).toBeVisible();
  release();
  await expect(sent(page)).toBeDisabled();
  await expect(remaining(page, 4)).toBeVisible();
  expect(requests.filter((one) => one === "POST /api/match/send-crush")).toHaveLength(1);
  expect(await getBalance(request, me)).toBe(4);
});

test("a sent crush stays displayed if a page requested earlier arrives later", async ({ page, request }) => {
  const [me, first, second] = [await createMember(request), await createMember(request), await createMember(request)];
  const card = ({ id, username }: Member): BrowseProfile => ({
    id,
    username,
    isDemo: false,
    age: 30,
    location: "Austin, TX",
    photos: [],
    crushSent: false,
    distance: null,
    reasons: [],
  });
  await logInAs(page, me);
  await page.route("**/api/profile/all?limit=24", (route) =>
    route.fulfill({ json: { success: true, profiles: [card(first)], nextCursor: "next" } }),
  );
  await page.route("**/api/profile/all*cursor=next", (route) =>
    route.fulfill({ json: { success: true, profiles: [card(second)], nextCursor: null } }),
  );
  const release = await holdRequests(page, "**/api/profile/all*cursor=next");
  await page.goto("/browse");
  await send(page).click();
  await expect(sent(page)).toBeVisible();
  release();
  await expect(page.getByRole("article")).toHaveCount(2);
  await expect(page.getByRole("article").filter({ hasText: first.username })).toContainText("Crush Sent");
});

// @spec 2.browse.send-crush-becomes
test("a sent crush is displayed after a reload", async ({ page, request }) => {
  // Far from other members, because search results list members without a crush first.
  const far = { location: "Anchorage, AK" };
  const [me, other] = [await createMember(request, far), await createMember(request, far)];
  await sendCrush(request, me, other);
  await logInAs(page, me);
  await showOnly(page, [other]);
  await page.goto("/browse");
  await expect(sent(page)).toBeDisabled();
});

test("a crush sent on another device updates the button", async ({ page, request }) => {
  const [me, other] = [await createMember(request), await createMember(request)];
  await logInAs(page, me);
  await showOnly(page, [other]);
  const connected = waitForSocket(page);
  await page.goto("/browse");
  await expect(send(page)).toBeVisible();
  await connected;
  await sendCrush(request, me, other);
  await expect(sent(page)).toBeDisabled();
  await expect(remaining(page, 4)).toBeVisible();
});

// @spec 5.youve-already-sent
test("if the event was missed, the rejection updates the button and nothing is charged", async ({
  page,
  request,
  expectRefusals,
}) => {
  expectRefusals();
  const [me, other] = [await createMember(request), await createMember(request)];
  await logInAs(page, me);
  await showOnly(page, [other]);
  await page.routeWebSocket(/socket\.io/, () => {});
  await page.goto("/browse");
  await expect(send(page)).toBeVisible();
  await sendCrush(request, me, other);
  await send(page).click();
  await expect(toast(page, "You've already sent a crush to this person.")).toBeVisible();
  await expect(sent(page)).toBeDisabled();
  expect(await getBalance(request, me)).toBe(4);
});

// @spec 8.failed-send-crush
test("a failed crush is reported and can be sent again", async ({ page, request, expectOutage }) => {
  expectOutage();
  const [me, other] = [await createMember(request), await createMember(request)];
  await logInAs(page, me);
  await showOnly(page, [other]);
  const restore = await abortRequests(page, "POST", SEND);
  await page.goto("/browse");
  await send(page).click();
  await expect(toast(page, "Failed to send crush")).toBeVisible();
  restore();
  await send(page).click();
  await expect(sent(page)).toBeDisabled();
});

// @spec 8.failed-send-crush
test("a rejection shows the server's message", async ({ page, request, expectRefusals }) => {
  expectRefusals();
  const [me, other] = [await createMember(request), await createMember(request)];
  await logInAs(page, me);
  await showOnly(page, [other]);
  await refuseRequests(page, "POST", SEND, 429, { message: "Too many tries. Please wait a moment." });
  await page.goto("/browse");
  await send(page).click();
  await expect(toast(page, "Too many tries. Please wait a moment.")).toBeVisible();
  await expect(send(page)).toBeEnabled();
});

// @spec 2.routes.profile-crushes 2.browse.youre-out-crushes
test("without credits, an overlay links to the wallet", async ({ page, request }) => {
  const me = await createMember(request);
  await spendAllCredits(request, me);
  await logInAs(page, me);
  await page.goto("/browse");
  const overlay = page.getByRole("dialog", { name: "You're out of crushes!" });
  await overlay.getByRole("link", { name: "Get More Crushes" }).click();
  await expect(page).toHaveURL("/profile#crushes");
  await expect(page.getByRole("button", { name: /^My Crushes/ })).toHaveAttribute("aria-expanded", "true");
  await expect(page.getByText("You're out of crushes. Load up to send the next one.")).toBeInViewport();
});

// @spec 5.youre-out-crushes
test("without credits, browsing is possible, and sending a crush leads to the wallet", async ({ page, request }) => {
  const [me, other] = [await createMember(request), await createMember(request)];
  await spendAllCredits(request, me);
  await logInAs(page, me);
  await showOnly(page, [other]);
  await page.goto("/browse");
  await page.getByRole("button", { name: "Keep looking" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  const requests = recordRequests(page);
  await send(page).click();
  await expect(toast(page, "You're out of crushes! Visit your profile to get more.")).toBeVisible();
  await expect(page).toHaveURL("/profile#crushes");
  expect(requests).not.toContain("POST /api/match/send-crush");
});

// @spec 2.browse.unlimited-crushes 6.subscribers-send-free
test("a subscriber sees Unlimited Crushes, no cost, and is labeled an Unlimited Member", async ({ page, request }) => {
  const [me, other] = [await createMember(request), await createMember(request)];
  await logInAs(page, me);
  await showOnly(page, [other]);
  await changeResponse(page, "**/api/crushes/data*", (reply: object) => ({
    ...reply,
    balance: 0,
    hasActiveSubscription: true,
  }));
  await page.goto("/browse");
  await expect(page.getByText("∞ Unlimited Crushes")).toBeVisible();
  await expect(send(page)).toHaveAccessibleName("Send Crush");
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.getByRole("link", { name: "Profile", exact: true }).click();
  await expect(page.getByRole("button", { name: /^My Crushes/ })).toContainText("∞ Unlimited Member");
});

// @spec 4.crush-not-sent
test("a match is celebrated once, can be closed with Escape, and returns the focus", async ({ page, request }) => {
  const [me, other] = [await createMember(request), await createMember(request)];
  await sendCrush(request, other, me);
  await logInAs(page, me);
  await showOnly(page, [other]);
  await page.goto("/browse");
  await send(page).click();
  const moment = page.getByRole("dialog", { name: "It's a match" });
  await expect(moment).toContainText(`You and ${other.username} crushed each other.`);
  await expect(moment).toContainText("You're both into Weightlifting, Running and Hiking");
  await page.keyboard.press("Escape");
  await expect(moment).toBeHidden();
  await expect(page.getByRole("article").getByRole("link")).toBeFocused();
  await expect(sent(page)).toBeDisabled();
});

test("the match dialog's opener is in the composer of the chat", async ({ page, request }) => {
  const [me, other] = [await createMember(request), await createMember(request)];
  await logInAs(page, me);
  const connected = waitForSocket(page);
  await page.goto("/crushes");
  await connected;
  await matchMembers(request, me, other);
  const moment = page.getByRole("dialog", { name: "It's a match" });
  await moment.getByText("I need a spot on Thursday. You in?").click();
  await moment.getByRole("button", { name: "Send Message" }).click();
  await expect(page).toHaveURL(`/messages/${other.id}`);
  await expect(page.getByRole("textbox")).toHaveValue("I need a spot on Thursday. You in?");
});
