import { createMatch, deleteMessage, logInAs, markRead, sendMessage } from "#e2e/support/api-fixtures.ts";
import { composer, log } from "#e2e/support/chat-page.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { waitForSocket } from "#e2e/support/network.ts";

/** Events between a page's first responses and its connection are lost, so the page must refetch its data. */

// @spec 7.what-was-missed
test("a chat makes up for what it missed: on an unstable network, and in an undetected outage", async ({
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
});
