import {
  createAccount,
  createMatch,
  createMember,
  deleteMessage,
  logInAs,
  markRead,
  sendCrush,
  sendMessage,
} from "#e2e/support/api-fixtures.ts";
import { composer, log } from "#e2e/support/chat-page.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import {
  holdEvents,
  holdRequests,
  recordRequests,
  refuseRequests,
  showOnly,
  waitForSocket,
} from "#e2e/support/network.ts";

/** Events between a page's first responses and its connection are lost, so the page must refetch its data. */

test("a crush before the connection updates lists, balance and cards; a rejected conversation is not requested again", async ({
  page,
  request,
  expectRefusals,
}) => {
  expectRefusals();
  const [me, other] = [await createMember(request), await createAccount(request)];
  const [one, two] = [await createMember(request), await createMember(request)];
  await logInAs(page, me);
  await showOnly(page, [one, two]);

  await test.step("a crush that arrived before the connection is listed", async () => {
    const release = await holdEvents(page);
    await page.goto("/crushes");
    await expect(page.getByRole("heading", { name: "No crushes yet" })).toBeVisible();
    await sendCrush(request, other, me);
    release();
    await expect(page.getByRole("main")).toContainText(other.username);
  });

  await test.step("a rejected conversation is not requested again", async () => {
    const release = await holdEvents(page);
    const connected = waitForSocket(page);
    await page.goto(`/messages/${other.id}`);
    await expect(page.getByText("Not a match yet")).toBeVisible();
    await expect(composer(page)).toHaveCount(0);
    const sent = recordRequests(page);
    release();
    await connected;
    expect(sent).not.toContain(`GET /api/messages/${other.id}`);
    await page.goto("/messages/00000000-0000-4000-8000-000000000000");
    await expect(page.getByRole("heading", { name: "Profile not found" })).toBeVisible();
  });

  await test.step("a crush sent from another device updates the balance and the cards, which keep their order", async () => {
    const release = await holdEvents(page);
    await page.goto("/browse");
    const remaining = (count: number) => page.getByText(new RegExp(`^${count}.* crushes remaining$`));
    const cards = page.getByRole("article");
    await expect(remaining(5)).toBeVisible();
    await expect(cards).toHaveCount(2);
    const names = await cards.getByRole("heading").allInnerTexts();
    await sendCrush(request, me, two);
    release();
    await expect(remaining(4)).toBeVisible();
    const sent = cards.filter({ hasText: two.username });
    await expect(sent.getByRole("button", { name: "Crush Sent" })).toBeDisabled();
    await expect(cards.filter({ hasText: one.username }).getByRole("button", { name: /^Send Crush/ })).toBeEnabled();
    expect(await cards.getByRole("heading").allInnerTexts()).toEqual(names);
  });
});

// @spec 7.what-was-missed
test("a chat makes up for what it missed: on an unstable network, in an undetected outage, and before the connection", async ({
  page,
  request,
  expectOutage,
}) => {
  expectOutage();
  const [me, other] = await createMatch(request);
  await logInAs(page, me);
  const items = log(page).getByRole("listitem");
  let isSilent = false;
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      if (!isSilent || /^\d$/.test(String(message))) socket.send(message);
    });
  });

  await test.step("a page opened on an unstable network receives events as soon as possible", async () => {
    await page.addInitScript(() =>
      Object.defineProperty(navigator, "onLine", { get: () => sessionStorage.getItem("network") === "there" }),
    );
    let isThere = false;
    let refused = 0;
    // The chunk that opens the connection for live events.
    await page.route(/\/assets\/socket-client-[^/]+\.js$/, async (route) => {
      if (isThere) return route.fallback();
      refused++;
      await route.abort();
    });
    const connected = waitForSocket(page);
    await page.goto(`/messages/${other.id}`);
    await expect(composer(page)).toBeVisible();
    await expect.poll(() => refused).toBeGreaterThan(0);
    isThere = true;
    await page.evaluate(() => sessionStorage.setItem("network", "there"));
    await sendMessage(request, other, me, "Are you there?");
    await expect(log(page)).toContainText("Are you there?");
    // Otherwise the page could miss the event that the network is back.
    await connected;
  });

  await test.step("messages, deletions and read receipts of an undetected outage are made up for", async () => {
    await sendMessage(request, other, me, "Deleted later");
    await sendMessage(request, me, other, "Read later");
    await expect(items).toHaveCount(3);
    await expect(log(page).getByText("Sent", { exact: true })).toBeAttached();
    let isBroken = true;
    await page.route(`**/api/messages/${other.id}?after=*`, (route) => (isBroken ? route.abort() : route.fallback()));
    // The connection stays open but delivers nothing.
    isSilent = true;
    await deleteMessage(request, other, me, "Deleted later");
    await sendMessage(request, other, me, "Meanwhile");
    await markRead(request, other, me);
    await page.evaluate(() => dispatchEvent(new Event("online")));
    isBroken = false;
    await expect(items).toHaveText([/Are you there/, /Read later/, /Meanwhile/]);
    await expect(log(page).getByText("Read", { exact: true })).toBeAttached();
    isSilent = false;
  });

  await test.step("a message before the connection is displayed, and failed requests are repeated with it", async () => {
    const connect = await holdEvents(page);
    const restore = await refuseRequests(page, "GET", "**/api/messages/conversations*", 500);
    await page.reload();
    await expect(log(page)).toContainText("Meanwhile");
    const failure = page.getByText("Your conversations did not load.");
    await expect(failure).toBeVisible();
    await sendMessage(request, other, me, "Before the connection");
    restore();
    const answer = await holdRequests(page, "**/api/messages/conversations*");
    const repeated = page.waitForRequest("**/api/messages/conversations*");
    connect();
    await repeated;
    await expect(items).toHaveText([/Are you there/, /Read later/, /Meanwhile/, /Before the connection/]);
    // The failure stays reported until the request succeeds.
    await expect(failure).toBeVisible({ timeout: 1 });
    answer();
    await expect(page.getByRole("region", { name: "Conversations" })).toContainText("Before the connection");
    await expect(failure).toHaveCount(0);
  });
});
