import {
  createAccount,
  createMatch,
  deleteMessage,
  listMessages,
  logInAs,
  matchMembers,
  sendMessage,
  unmatch,
} from "#e2e/support/api-fixtures.ts";
import { composer, log, openChat, sendFromComposer } from "#e2e/support/chat-page.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { abortRequests, loseResponses } from "#e2e/support/network.ts";
import { listRecords } from "#e2e/support/stored-records.ts";

// @spec 7.post-api-messages 7.relationship-ended-contract
test("without events, a message is sent once although its response was lost, and reveals that contact has ended", async ({
  page,
  person,
  request,
  expectOutage,
}) => {
  expectOutage();
  const [me, other] = await createMatch(request);
  const third = await createAccount(request);
  await matchMembers(request, me, third);
  await sendMessage(request, third, me, "Still here");
  // Without events, only the response can acknowledge the message.
  await page.routeWebSocket(/socket\.io/, () => {});
  await logInAs(page, me);
  await page.goto(`/messages/${other.id}`);
  const theirs = await person();
  await openChat(theirs, other, me);
  const waiting = log(page).getByText("Goes out by itself");

  await test.step("a message whose response was lost after the commit is sent again, and appears once on both sides", async () => {
    const bodies: unknown[] = [];
    page.on("request", (sent) => {
      if (sent.url().endsWith("/api/messages/send")) bodies.push(sent.postDataJSON());
    });
    // The server stores and delivers the message before the connection breaks.
    const restore = await loseResponses(page, "*/api/messages/send", () =>
      expect(log(theirs).getByText("Leg day?")).toBeVisible(),
    );
    await sendFromComposer(page, "Leg day?");
    await expect(waiting).toBeVisible();
    await restore();
    // The recipient read it before the sender was acknowledged.
    await expect(log(page).getByText("Read", { exact: true })).toBeAttached();
    expect(bodies.length).toBeGreaterThan(1);
    expect(new Set(bodies.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(await listMessages(request, other, me)).toEqual(["Leg day?"]);
    for (const one of [page, theirs]) await expect(log(one).getByRole("listitem")).toHaveCount(1);
    await page.reload();
    await expect(log(page).getByRole("listitem")).toHaveCount(1);
  });

  await test.step("a message that was stored and deleted since disappears silently from the outbox", async () => {
    let tries = 0;
    await page.route("**/api/messages/send", async (route) => {
      if (tries++ > 0) return route.fallback();
      await route.fetch();
      await deleteMessage(request, me, other, "Never mind");
      return route.abort();
    });
    await sendFromComposer(page, "Never mind");
    await expect.poll(() => tries).toBeGreaterThan(1);
    await expect(page.getByText("Never mind")).toHaveCount(0);
    await expect(page.getByRole("alert")).toHaveCount(0);
    expect(await listMessages(request, other, me)).toEqual(["Leg day?"]);
  });

  await test.step("the next message reveals that the conversation has ended, and neither it nor the draft is kept", async () => {
    const listDrafts = async () => (await listRecords<{ text: string }>(page, "drafts")).map(({ text }) => text);
    await page.getByRole("listitem").getByRole("link", { name: third.username }).click();
    await page.getByRole("textbox", { name: `Message ${third.username}` }).fill("Another");
    await page.getByRole("listitem").getByRole("link", { name: other.username }).click();
    await expect(log(page).getByText("Leg day?")).toBeVisible();
    const restore = await abortRequests(page, "POST", "**/api/messages/send");
    await sendFromComposer(page, "Or Friday");
    await expect(waiting).toBeVisible();
    await composer(page).fill("Half a thought");
    await expect.poll(listDrafts).toHaveLength(2);
    await unmatch(request, other, me);
    restore();
    await expect(page.getByRole("heading", { name: "This conversation has ended." })).toBeVisible();
    await expect(page.getByText("Or Friday")).toHaveCount(0);
    await expect.poll(listDrafts).toEqual(["Another"]);
    expect(await listRecords(page, "outbox")).toEqual([]);
    // Nor is the draft of a conversation that has ended when it is opened.
    await unmatch(request, third, me);
    await page.goto(`/messages/${third.id}`);
    await expect(page.getByRole("heading", { name: "Profile not found" })).toBeVisible();
    await expect(composer(page)).toHaveCount(0);
    await expect.poll(listDrafts).toEqual([]);
  });
});
