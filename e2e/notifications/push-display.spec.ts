import {
  createAccount,
  createMatch,
  createMember,
  logInAs,
  type Member,
  matchMembers,
  PASSWORD,
  sendMessage,
} from "#e2e/support/api-fixtures.ts";
import { composer, log } from "#e2e/support/chat-page.ts";
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
test.slow();

const pushFrom = ({ id, username }: Member, to: Member) => ({
  to: to.id,
  cause: "message",
  from: { id, username },
  url: `/messages/${id}?from=push`,
  tag: `message-${id}`,
  waiting: 1,
});

test("a push is displayed although a page is open, updates the badge, and opens the chat in that tab", async ({
  page,
  request,
}) => {
  const [me, other] = await createMatch(request);
  await open(page, me, "/settings");
  const worker = await workerOf(page);
  await mockNotifications(worker);
  const deliver = await createPushDelivery(page);
  await setPushOwner(page, me);
  const icon = () => worker.evaluate(() => (self as unknown as { badge?: number }).badge);
  // A visible page may be unattended. The server sends no push to a present member.
  await deliver(pushFrom(other, me));
  await expect.poll(() => listNotifications(worker)).toEqual([`New message: ${other.username} wrote to you`]);
  await deliver({ ...pushFrom(other, me), waiting: 7 });
  await expect.poll(icon).toBe(7);
  expect(await listNotifications(worker)).toHaveLength(1);

  await page.evaluate(() => Object.assign(window, { stays: true }));
  await tapNotification(worker);
  await expect(page).toHaveURL(`/messages/${other.id}`);
  expect(await page.evaluate(() => "stays" in window)).toBe(true);
  expect(await listNotifications(worker)).toEqual([]);
  await expect(composer(page)).toBeVisible();

  // An unreadable push is displayed without content. A page without the app's listener is navigated by the browser.
  await deliver("nonsense");
  await expect.poll(() => listNotifications(worker)).toEqual(["Spotter: Something new waits for you"]);
  await page.goto("/terms");
  await page.evaluate(() => {
    localStorage.clear();
    localStorage.setItem("returningUser", "true");
  });
  await page.reload();
  await expect(page.getByRole("button", { name: "Login" })).toBeVisible();
  await tapNotification(worker);
  await expect(page).toHaveURL("/");
  expect(page.context().pages()).toHaveLength(1);
});

test("pushes after a logout contain no names, even after another member logs in", async ({ page, request }) => {
  const [me, other] = await createMatch(request);
  await mockPush(page);
  await mockPushRoutes(page);
  await open(page, me, "/messages");
  await card(page, other).getByRole("button", { name: "Turn on" }).click();
  await expect(card(page, other)).toHaveCount(0);
  const worker = await workerOf(page);
  await mockNotifications(worker);
  const deliver = await createPushDelivery(page);
  await deliver(pushFrom(other, me));
  await expect.poll(() => listNotifications(worker)).toEqual([`New message: ${other.username} wrote to you`]);
  await tapNotification(worker);
  await expect(page).toHaveURL(`/messages/${other.id}`);

  await logOut(page);
  await expect(page).toHaveURL("/");
  await expect.poll(async () => (await readPushState(page)).subscribed).toBe(false);
  await deliver(pushFrom(other, me));
  const nameless = ["Spotter: Notifications are off on this device"];
  await expect.poll(() => listNotifications(worker)).toEqual(nameless);
  const next = await createAccount(request);
  await page.getByRole("banner").getByRole("button", { name: "Login" }).click();
  await page.getByLabel("Email").fill(next.email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Let's Go!" }).click();
  await expect(page.getByRole("banner").getByRole("button", { name: "Logout" })).toBeVisible();
  await deliver({ ...pushFrom(other, me), tag: "another" });
  await expect.poll(() => listNotifications(worker)).toEqual(nameless);
});

test("notifications disappear when the page is visible again, when a chat is read on any device, and with the session", async ({
  page,
  person,
  request,
}) => {
  const [me, other] = await createMatch(request);
  const third = await createMember(request);
  await matchMembers(request, me, third);
  await sendMessage(request, other, me, "Leg day?");
  await mockShownNotifications(page);
  await logInAs(page, me);

  await test.step("notifications displayed since the last visit disappear when the page is visible again", async () => {
    await page.goto("/messages");
    await waitForServiceWorker(page);
    await expect(page).toHaveTitle(/^\(3\) /);
    await setPushOwner(page, me);
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

  await test.step("notifications of a chat disappear when it is read on any device, and all of them with the session", async () => {
    const connected = waitForSocket(page);
    await page.goto("/settings");
    await waitForServiceWorker(page);
    await connected;
    await expect(page).toHaveTitle(/^\(3\) /);
    await setPushOwner(page, me);
    await showNotifications(page, [
      { cause: "message", from: other.id, url: "/messages" },
      { cause: "message", from: other.id, url: "/messages" },
      { cause: "crush", from: other.id, url: "/crushes" },
    ]);
    const elsewhere = await person({ serviceWorkers: "block" });
    await logInAs(elsewhere, me);
    await elsewhere.goto(`/messages/${other.id}`);
    await expect(log(elsewhere)).toContainText("Leg day?");
    await expect(page).toHaveTitle(/^\(2\) /);
    await expect.poll(() => listShownCauses(page)).toEqual(["crush"]);
    await elsewhere.goto("/crushes");
    await expect.poll(() => listShownCauses(page)).toEqual([]);

    // The other page shares the session, and its later requests would be rejected.
    await elsewhere.close();
    await showNotifications(page, [{ cause: "low_balance", from: "", url: "/profile" }]);
    await logOut(page);
    await expect(page).toHaveURL("/");
    await expect.poll(() => listShownCauses(page)).toEqual([]);
  });
});
