import {
  createMatch,
  createMember,
  logInAs,
  type Member,
  markCrushesSeen,
  markRead,
  matchMembers,
  sendCrush,
  sendMessage,
} from "#e2e/support/api-fixtures.ts";
import { composer } from "#e2e/support/chat-page.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { waitForSocket } from "#e2e/support/network.ts";
import {
  createPushDelivery,
  listNotifications,
  listShownCauses,
  mockNotifications,
  mockPush,
  mockPushRoutes,
  mockShownNotifications,
  readPushState,
  setPushOwner,
  showNotifications,
  tapNotification,
  workerOf,
} from "#e2e/support/push-browser.ts";
import { card, logOut, open } from "#e2e/support/push-page.ts";
import { waitForServiceWorker } from "#e2e/support/service-worker.ts";

test.use({ serviceWorkers: "allow" });

const pushFrom = ({ id, username }: Member, to: Member) => ({
  to: to.id,
  cause: "message",
  from: { id, username },
  url: `/messages/${id}?from=push`,
  tag: `message-${id}`,
  waiting: 1,
});

test("a push is displayed although a page is open, and opens the chat in that tab", async ({ page, request }) => {
  const [me, other] = await createMatch(request);
  await mockPush(page);
  await mockPushRoutes(page);
  await open(page, me, "/messages");
  await card(page, other).getByRole("button", { name: "Turn on" }).click();
  await expect(card(page, other)).toHaveCount(0);
  const worker = await workerOf(page);
  await mockNotifications(worker);
  const deliver = await createPushDelivery(page);
  const icon = () => worker.evaluate(() => (self as unknown as { badge?: number }).badge);

  await test.step("a push is displayed although a page is open, and updates the badge", async () => {
    // A visible page may be unattended. The server sends no push to a present member.
    await deliver(pushFrom(other, me));
    await expect.poll(() => listNotifications(worker)).toEqual([`New message: ${other.username} wrote to you`]);
    await deliver({ ...pushFrom(other, me), waiting: 7 });
    await expect.poll(icon).toBe(7);
    expect(await listNotifications(worker)).toHaveLength(1);
  });

  await test.step("a tap opens the chat in that tab", async () => {
    await page.evaluate(() => Object.assign(window, { stays: true }));
    await tapNotification(worker);
    await expect(page).toHaveURL(`/messages/${other.id}`);
    expect(await page.evaluate(() => "stays" in window)).toBe(true);
    expect(await listNotifications(worker)).toEqual([]);
    await expect(composer(page)).toBeVisible();
  });

  await test.step("a page without the app's listener is navigated by the browser", async () => {
    // An unreadable push is displayed without content.
    await deliver("nonsense");
    await expect.poll(() => listNotifications(worker)).toEqual(["Spotter: Something new waits for you"]);
    await logOut(page);
    await expect(page).toHaveURL("/");
    await expect.poll(async () => (await readPushState(page)).subscribed).toBe(false);
    await page.goto("/terms");
    await expect(page.getByRole("button", { name: "Login" })).toBeVisible();
    await tapNotification(worker);
    await expect(page).toHaveURL("/");
    expect(page.context().pages()).toHaveLength(1);
  });
});

test("notifications disappear when the page is visible again, when a chat is read on any device, and with the session", async ({
  page,
  request,
}) => {
  const [me, other] = await createMatch(request);
  const third = await createMember(request);
  await matchMembers(request, me, third);
  for (const admirer of [await createMember(request), await createMember(request)])
    await sendCrush(request, admirer, me);
  await sendMessage(request, other, me, "Leg day?");
  await mockShownNotifications(page);
  await logInAs(page, me);
  const connected = waitForSocket(page);
  await page.goto("/messages");
  await waitForServiceWorker(page);
  await connected;
  await expect(page).toHaveTitle(/^\(3\) /);
  await setPushOwner(page, me);

  await test.step("notifications displayed since the last visit disappear when the page is visible again", async () => {
    // A conversation that is not listed has no unread messages.
    await showNotifications(page, [
      { cause: "message", from: third.id, url: "/messages" },
      { cause: "message", from: other.id, url: "/messages" },
      { cause: "match", from: third.id, url: "/messages" },
      { cause: "low_balance", from: "", url: "/profile" },
      { cause: "unknown", from: "", url: "/browse" },
    ]);
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await expect.poll(() => listShownCauses(page)).toEqual(["message", "low_balance"]);
  });

  await test.step("notifications disappear when a chat is read or crushes are seen on another device", async () => {
    await page.getByRole("banner").getByRole("link", { name: "Settings", exact: true }).click();
    await expect(page).toHaveURL("/settings");
    await showNotifications(page, [
      { cause: "message", from: other.id, url: "/messages" },
      { cause: "message", from: other.id, url: "/messages" },
      { cause: "crush", from: other.id, url: "/crushes" },
    ]);
    await markRead(request, me, other);
    await expect(page).toHaveTitle(/^\(2\) /);
    await expect.poll(() => listShownCauses(page)).toEqual(["crush"]);
    await markCrushesSeen(request, me);
    await expect.poll(() => listShownCauses(page)).toEqual([]);
  });

  await test.step("all notifications disappear with the session", async () => {
    await showNotifications(page, [{ cause: "low_balance", from: "", url: "/profile" }]);
    await logOut(page);
    await expect(page).toHaveURL("/");
    await expect.poll(() => listShownCauses(page)).toEqual([]);
  });
});
