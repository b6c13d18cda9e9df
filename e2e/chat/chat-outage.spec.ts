import { createMatch, deleteMessage, listMessages, logInAs, markRead, sendMessage } from "#e2e/support/api-fixtures.ts";
import { log, openChat, sendFromComposer } from "#e2e/support/chat-page.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { failToLoad, loseResponses, refuseRequests, waitForSocket } from "#e2e/support/network.ts";

// @spec 8.failed-send-message
test("messages that failed to be sent are repeated by themselves, once and in order", async ({
  page,
  request,
  expectRefusals,
  expectOutage,
}) => {
  const [me, other] = await createMatch(request);
  await openChat(page, me, other);
  const waiting = log(page).getByText("Waiting for the network");
  const last = log(page).getByRole("listitem").last();

  await test.step("failed requests are repeated by themselves", async () => {
    expectRefusals();
    const restore = await refuseRequests(page, "POST", "**/api/messages/send", 503);
    await sendFromComposer(page, "Leg day?");
    await expect(waiting).toBeVisible();
    restore();
    await expect(log(page).getByText("Sent", { exact: true })).toBeAttached();
    expect(await listMessages(request, other, me)).toEqual(["Leg day?"]);
    await expect(waiting).toHaveCount(0);
  });

  await test.step("messages wait without a network, and are sent once and in order afterwards", async () => {
    expectOutage();
    await page.context().setOffline(true);
    await sendFromComposer(page, "One");
    await expect(page.getByRole("alert").getByText("Failed to send message", { exact: true })).toBeVisible();
    await expect(log(page).getByText("Failed to send message", { exact: true })).toBeVisible();
    await expect(waiting).toBeVisible();
    // The composer stays usable.
    await sendFromComposer(page, "Two");
    await sendFromComposer(page, "Three");
    await log(page).getByRole("button", { name: "Retry" }).click();
    await expect(waiting).toBeVisible();
    await page.context().setOffline(false);
    await expect.poll(() => listMessages(request, other, me)).toEqual(["Leg day?", "One", "Two", "Three"]);
    await expect(last.getByText("Sent", { exact: true })).toBeAttached();
    await expect(log(page).getByRole("listitem")).toHaveText([/Leg day/, /One/, /Two/, /Three/]);
    await expect(waiting).toHaveCount(0);
  });
});

// @spec 7.post-api-messages
test("a message whose response was lost after the commit is sent again, and appears once on both sides", async ({
  page,
  person,
  request,
  expectOutage,
}) => {
  expectOutage();
  const [me, other] = await createMatch(request);
  // Without events, only the response can acknowledge the message.
  await page.routeWebSocket(/socket\.io/, () => {});
  await logInAs(page, me);
  await page.goto(`/messages/${other.id}`);
  const theirs = await person();
  await openChat(theirs, other, me);

  const bodies: unknown[] = [];
  page.on("request", (sent) => {
    if (sent.url().endsWith("/api/messages/send")) bodies.push(sent.postDataJSON());
  });
  // The server stores and delivers the message before the connection breaks.
  const restore = await loseResponses(page, "*/api/messages/send", () =>
    expect(log(theirs).getByText("Leg day?")).toBeVisible(),
  );
  await sendFromComposer(page, "Leg day?");
  await expect(log(page).getByText("Waiting for the network")).toBeVisible();
  await restore();
  // The recipient read it before the sender was acknowledged.
  await expect(log(page).getByText("Read", { exact: true })).toBeAttached();
  expect(bodies.length).toBeGreaterThan(1);
  expect(new Set(bodies.map((one) => JSON.stringify(one))).size).toBe(1);
  expect(await listMessages(request, other, me)).toEqual(["Leg day?"]);
  for (const one of [page, theirs]) await expect(log(one).getByRole("listitem")).toHaveCount(1);
  for (const one of [page, theirs]) {
    await one.reload();
    await expect(log(one).getByRole("listitem")).toHaveCount(1);
  }
});

// @spec 8.loading-failures-only
test("a conversation that failed to load is logged, and can be loaded again", async ({
  page,
  request,
  expectOutage,
  requireConsoleMessage,
}) => {
  expectOutage();
  requireConsoleMessage(/could not be loaded/);
  const [me, other] = await createMatch(request);
  await sendMessage(request, other, me, "Leg day?");
  await logInAs(page, me);
  const restore = await failToLoad(page, `**/api/messages/${other.id}`);
  await page.goto(`/messages/${other.id}`);
  const again = page.getByRole("main").getByRole("button", { name: "Try again" });
  await expect(again).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
  restore();
  await again.click();
  await expect(log(page)).toContainText("Leg day?");
});

// @spec 7.what-was-missed
test("a conversation resyncs after an undetected outage: messages, deletions and read receipts", async ({
  page,
  request,
  expectOutage,
}) => {
  expectOutage();
  const [me, other] = await createMatch(request);
  await sendMessage(request, other, me, "Deleted later");
  await sendMessage(request, me, other, "Read later");
  await logInAs(page, me);
  // A connection that stays open but delivers nothing.
  let silent = false;
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      if (!silent || /^\d$/.test(String(message))) socket.send(message);
    });
  });
  let isBroken = true;
  await page.route(`**/api/messages/${other.id}?after=*`, (route) => (isBroken ? route.abort() : route.fallback()));
  const connected = waitForSocket(page);
  await page.goto(`/messages/${other.id}`);
  await expect(log(page).getByRole("listitem")).toHaveCount(2);
  await expect(log(page).getByText("Sent", { exact: true })).toBeAttached();
  // Otherwise the page could miss the event that the network is back.
  await connected;
  silent = true;
  await deleteMessage(request, other, me, "Deleted later");
  await sendMessage(request, other, me, "Meanwhile");
  await markRead(request, other, me);
  await page.evaluate(() => dispatchEvent(new Event("online")));
  isBroken = false;
  await expect(log(page).getByRole("listitem")).toHaveText([/Read later/, /Meanwhile/]);
  await expect(log(page).getByText("Read", { exact: true })).toBeAttached();
});

test("a page opened on an unstable network receives events as soon as possible", async ({
  page,
  request,
  expectRefusals,
}) => {
  expectRefusals();
  const [me, other] = await createMatch(request);
  await logInAs(page, me);
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
  await page.goto(`/messages/${other.id}`);
  await expect(page.getByRole("textbox", { name: /^Message/ })).toBeVisible();
  await expect.poll(() => refused).toBeGreaterThan(0);
  isThere = true;
  await page.evaluate(() => sessionStorage.setItem("network", "there"));
  await sendMessage(request, other, me, "Are you there?");
  await expect(page.getByRole("log")).toContainText("Are you there?");
});
