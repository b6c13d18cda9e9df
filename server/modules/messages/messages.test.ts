import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import { conversationIdOf } from "#contract/conversations.ts";
import { sendCrush } from "#contract/crushes.ts";
import { deleteMessage, getMessages, markRead, sendMessage } from "#contract/messages.ts";
import { newId } from "#server/lib/ids.ts";
import { lockMatch } from "#server/modules/relationships/relationships.service.ts";
import { createCompleteMember, createMatch, type TestMember } from "#server/testing/members.ts";
import { connectDevice } from "#server/testing/socket-client.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp();

const send = (from: TestMember, to: { id: string }, content: string, clientId?: string) =>
  app.call(sendMessage, { body: { receiverId: to.id, content, ...(clientId && { clientId }) } }, from.token);
const thread = (
  reader: TestMember,
  other: { id: string },
  query: { before?: string; after?: number; limit?: number } = {},
) => app.call(getMessages, { params: { userId: other.id }, query }, reader.token);
const remove = (member: TestMember, messageId: string) =>
  app.call(deleteMessage, { params: { messageId } }, member.token);
const texts = (messages: readonly { content: string }[]) => messages.map((message) => message.content);

describe("sending", () => {
  // @spec 3.message-conversation-list 7.post-api-messages 7.new-message-messages
  test("reaches both members' devices and threads, in one order", async () => {
    const [a, b] = await createMatch(app);
    const [deviceA, deviceB] = [await connectDevice(app, a.token), await connectDevice(app, b.token)];
    const clientId = randomUUID();
    const { status, body } = await send(a, b, "  Leg day?\nThursday.  ", clientId);
    expect(status).toBe(201);
    expect(body.message).toMatchObject({
      content: "Leg day?\nThursday.",
      messageType: "text",
      read: false,
      seq: 1,
      clientId,
      sender: { _id: a.id, username: a.username },
      conversationId: conversationIdOf(a.id, b.id),
    });
    expect(await deviceA.waitFor("new_message")).toMatchObject({ rev: 1, message: { clientId } });
    expect(await deviceB.waitFor("new_message")).toMatchObject({
      rev: 1,
      message: { clientId: null, content: "Leg day?\nThursday." },
    });
    await send(b, a, "In.");
    for (const [reader, other] of [
      [a, b],
      [b, a],
    ] as const) {
      expect(texts((await thread(reader, other)).body.messages)).toEqual(["Leg day?\nThursday.", "In."]);
    }
    deviceA.close();
    deviceB.close();
  });

  test("stores one message for ten concurrent requests with the same clientId", async () => {
    const [a, b] = await createMatch(app);
    const clientId = randomUUID();
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(a, b, "Once", clientId)));
    expect(answers.every((answer) => answer.status === 201)).toBe(true);
    expect(new Set(answers.map((answer) => answer.body.message._id)).size).toBe(1);
    expect((await thread(b, a)).body.messages).toHaveLength(1);
  });

  test("stores one message in each of two conversations for one clientId", async () => {
    const [a, b] = await createMatch(app);
    const c = await createCompleteMember(app);
    await app.call(sendCrush, { body: { recipientId: c.id } }, a.token);
    await app.call(sendCrush, { body: { recipientId: a.id } }, c.token);
    const clientId = randomUUID();
    const sendBoth = () => Promise.all([send(a, b, "To one", clientId), send(a, c, "To one", clientId)]);
    const answers = [...(await sendBoth()), ...(await sendBoth())];
    expect(answers.map((answer) => answer.status)).toEqual(Array(4).fill(201));
    expect(new Set(answers.map((answer) => answer.body.message._id)).size).toBe(2);
  });

  test("from both sides concurrently leaves no gap and no duplicate in the order", async () => {
    const [a, b] = await createMatch(app);
    await Promise.all(Array.from({ length: 30 }, (_, i) => (i % 2 ? send(a, b, `${i}`) : send(b, a, `${i}`))));
    const { body } = await thread(a, b);
    expect(body.messages.map((message) => message.seq)).toEqual(Array.from({ length: 30 }, (_, i) => i + 1));
    expect(body.rev).toBe(30);
  });

  // @spec 5.empty-text-cannot
  test.each([
    ["", "Message cannot be empty"],
    [" \n\t ", "Message cannot be empty"],
    ["x".repeat(2001), "Message can have 2000 characters"],
  ])("refuses %j", async (content, message) => {
    const [a, b] = await createMatch(app);
    expect(await send(a, b, content)).toMatchObject({ status: 400, body: { message } });
  });

  test("is not delayed by other conversations", async () => {
    const [[a, b], [c, d]] = [await createMatch(app), await createMatch(app)];
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: held, resolve: hold } = Promise.withResolvers<void>();
    const holding = app.ctx.transact(async (tx) => {
      await lockMatch(tx, a.id, b.id);
      hold();
      await released;
    });
    await held;
    let waited = false;
    const waiting = send(a, b, "After it").then((answer) => {
      waited = true;
      return answer.status;
    });
    expect((await send(c, d, "At once")).status).toBe(201);
    expect(waited).toBe(false);
    release();
    await holding;
    expect(await waiting).toBe(201);
  });

  test("delayed by another transaction shares a connection, or waits alone and leaves connections to others", async () => {
    const [[a, b], [c, d]] = [await createMatch(app), await createMatch(app)];
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: held, resolve: hold } = Promise.withResolvers<void>();
    const holding = app.ctx.transact(async (tx) => {
      await lockMatch(tx, a.id, b.id);
      hold();
      await released;
    });
    await held;
    const waiting = Promise.all(Array.from({ length: 40 }, (_, i) => send(a, b, `After it ${i}`)));
    // More of them than there are connections; the others are answered all the same, before and after they wait alone.
    for (let round = 0; round < 10; round++) {
      expect((await send(c, d, "At once")).status).toBe(201);
      await setTimeout(60);
    }
    release();
    await holding;
    expect((await waiting).map(({ status }) => status)).toEqual(Array(40).fill(201));
  });

  test("delayed briefly is stored in a batch", async () => {
    let shared = false;
    // A text that waits longer is stored alone, which happens on a busy machine.
    for (let round = 0; round < 20 && !shared; round++) {
      const [a, b] = await createMatch(app);
      await app.ctx.transact(async (tx) => {
        await lockMatch(tx, a.id, b.id);
        void Promise.all(Array.from({ length: 6 }, (_, i) => send(a, b, `text ${i}`)));
        const isWaited = async () =>
          (
            await app.database.pool.query(
              "select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%sent%'",
            )
          ).rowCount;
        await vi.waitUntil(isWaited, { interval: 5, timeout: 5_000 });
      });
      const stored = async () =>
        (await app.database.pool.query("select xmin::text as by from messages where sender_id = $1", [a.id])).rows;
      await expect.poll(async () => (await stored()).length).toBe(6);
      shared = new Set((await stored()).map(({ by }) => by)).size < 6;
    }
    expect(shared).toBe(true);
  });

  test("requires a match", async () => {
    const [a, b] = await createMatch(app);
    const stranger = await createCompleteMember(app);
    await app.call(sendCrush, { body: { recipientId: a.id } }, stranger.token);
    expect(await send(stranger, a, "Hi")).toMatchObject({ status: 403, body: { code: "not_matched" } });
    expect((await thread(stranger, a)).status).toBe(403);
    expect((await send(a, { id: newId() }, "Hi")).status).toBe(404);
    const body = (await send(a, b, "Ours")).body.message;
    expect((await remove(stranger, body._id)).status).toBe(404);
    const foreign = await app.call(
      markRead,
      { params: { conversationId: conversationIdOf(a.id, b.id) } },
      stranger.token,
    );
    expect(foreign.status).toBe(403);
  });

  test("stores HTML as text", async () => {
    const [a, b] = await createMatch(app);
    const html = `<img src=x onerror="alert(1)"> & 'quotes' 🏋️`;
    await send(a, b, html);
    expect(texts((await thread(b, a)).body.messages)).toEqual([html]);
  });
});
