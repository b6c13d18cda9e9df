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
  delivery,
  device,
  holdShown,
  putOwner,
  putShown,
  shown,
  stillShown,
  stubPush,
  stubRoutes,
  stubShown,
  tap,
  workerOf,
} from "#e2e/support/push-browser.ts";
import { card, logOut, open } from "#e2e/support/push-page.ts";
import { waitForServiceWorker } from "#e2e/support/service-worker.ts";

test.use({ serviceWorkers: "allow" });
test.slow();

const pushFrom = ({ id, username }: Member, to: Member) => ({
  to: to.id,
  kind: "message",
  from: { id, username },
  url: `/messages/${id}?from=push`,
  tag: `message-${id}`,
  waiting: 1,
});

test("a push is shown beside an open page, counted on the icon, and leads an open tab to its chat", async ({
  page,
  request,
}) => {
  const [me, other] = await createMatch(request);
  await open(page, me, "/settings");
  const worker = await workerOf(page);
  await holdShown(worker);
  const deliver = await delivery(page);
  await putOwner(page, me);
  const icon = () => worker.evaluate(() => (self as unknown as { badge?: number }).badge);
  // A page in front may have nobody before it: whoever looks is sent none.
  await deliver(pushFrom(other, me));
  await expect.poll(() => shown(worker)).toEqual([`New message: ${other.username} wrote to you`]);
  await deliver({ ...pushFrom(other, me), waiting: 7 });
  await expect.poll(icon).toBe(7);
  expect(await shown(worker)).toHaveLength(1);

  await page.evaluate(() => Object.assign(window, { stays: true }));
  await tap(worker);
  await expect(page).toHaveURL(`/messages/${other.id}`);
  expect(await page.evaluate(() => "stays" in window)).toBe(true);
  expect(await shown(worker)).toEqual([]);
  await expect(composer(page)).toBeVisible();

  // What cannot be read is shown without a word of it, and a page that does not listen is led there by the browser.
  await deliver("nonsense");
  await expect.poll(() => shown(worker)).toEqual(["Spotter: Something new waits for you"]);
  await page.goto("/terms");
  await page.evaluate(() => {
    localStorage.clear();
    localStorage.setItem("returningUser", "true");
  });
  await page.reload();
  await expect(page.getByRole("button", { name: "Login" })).toBeVisible();
  await tap(worker);
  await expect(page).toHaveURL("/");
  expect(page.context().pages()).toHaveLength(1);
});

test("what is pushed when a login has ended here names nobody, whoever comes next", async ({ page, request }) => {
  const [me, other] = await createMatch(request);
  await stubPush(page);
  await stubRoutes(page);
  await open(page, me, "/messages");
  await card(page, other).getByRole("button", { name: "Turn on" }).click();
  await expect(card(page, other)).toHaveCount(0);
  const worker = await workerOf(page);
  await holdShown(worker);
  const deliver = await delivery(page);
  await deliver(pushFrom(other, me));
  await expect.poll(() => shown(worker)).toEqual([`New message: ${other.username} wrote to you`]);
  await tap(worker);
  await expect(page).toHaveURL(`/messages/${other.id}`);

  await logOut(page);
  await expect(page).toHaveURL("/");
  await expect.poll(async () => (await device(page)).subscribed).toBe(false);
  await deliver(pushFrom(other, me));
  const nameless = ["Spotter: Notifications are off on this device"];
  await expect.poll(() => shown(worker)).toEqual(nameless);
  const next = await createAccount(request);
  await page.getByRole("banner").getByRole("button", { name: "Login" }).click();
  await page.getByLabel("Email").fill(next.email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Let's Go!" }).click();
  await expect(page.getByRole("banner").getByRole("button", { name: "Logout" })).toBeVisible();
  await deliver({ ...pushFrom(other, me), tag: "another" });
  await expect.poll(() => shown(worker)).toEqual(nameless);
});

test("what was shown since the last look goes when the page is looked at again", async ({ page, request }) => {
  const [me, other] = await createMatch(request);
  const third = await createMember(request);
  await matchMembers(request, me, third);
  await sendMessage(request, other, me, "Leg day?");
  await stubShown(page);
  await logInAs(page, me);
  await page.goto("/messages");
  await waitForServiceWorker(page);
  await expect(page).toHaveTitle(/^\(3\) /);
  await putOwner(page, me);
  // A conversation that is not listed has nothing unread.
  await putShown(page, [
    { kind: "message", from: third.id, url: "/messages" },
    { kind: "message", from: other.id, url: "/messages" },
    { kind: "match", from: third.id, url: "/messages" },
    { kind: "low_balance", from: "", url: "/profile" },
    { kind: "unknown", from: "", url: "/browse" },
  ]);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect.poll(() => stillShown(page)).toEqual(["message", "low_balance"]);
});

test("notifications of a chat go when it is read, wherever, and all of them with the login", async ({
  page,
  person,
  request,
}) => {
  const [me, other] = await createMatch(request);
  await sendMessage(request, other, me, "Leg day?");
  await stubShown(page);
  await logInAs(page, me);
  const connected = waitForSocket(page);
  await page.goto("/settings");
  await waitForServiceWorker(page);
  await connected;
  await expect(page).toHaveTitle(/^\(2\) /);
  await putOwner(page, me);
  await putShown(page, [
    { kind: "message", from: other.id, url: "/messages" },
    { kind: "message", from: other.id, url: "/messages" },
    { kind: "crush", from: other.id, url: "/crushes" },
  ]);
  const elsewhere = await person({ serviceWorkers: "block" });
  await logInAs(elsewhere, me);
  await elsewhere.goto(`/messages/${other.id}`);
  await expect(log(elsewhere)).toContainText("Leg day?");
  await expect(page).toHaveTitle(/^\(1\) /);
  await expect.poll(() => stillShown(page)).toEqual(["crush"]);
  await elsewhere.goto("/crushes");
  await expect.poll(() => stillShown(page)).toEqual([]);

  // The login is this page's, too: what it still asks for would be refused.
  await elsewhere.close();
  await putShown(page, [{ kind: "low_balance", from: "", url: "/profile" }]);
  await logOut(page);
  await expect(page).toHaveURL("/");
  await expect.poll(() => stillShown(page)).toEqual([]);
});
