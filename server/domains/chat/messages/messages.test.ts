import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import { conversationIdOf } from "#contract/chat/conversations.ts";
import { deleteMessage, getConversations, getMessages, markRead, sendMessage } from "#contract/chat/messages.ts";
import { sendCrush } from "#contract/crushes/crushes.ts";
import { lockMatch } from "#server/domains/members/relationships/relationships.service.ts";
import { newId } from "#server/platform/lib/ids.ts";
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

  // @spec 5.empty-text-cannot
  test.each([
    ["", "Message cannot be empty"],
    [" \n\t ", "Message cannot be empty"],
    ["x".repeat(2001), "Message can have 2000 characters"],
  ])("refuses %j", async (content, message) => {
    const [a, b] = await createMatch(app);
    expect(await send(a, b, content)).toMatchObject({ status: 400, body: { message } });
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
    let answered = 0;
    const waiting = Promise.all(
      Array.from({ length: 40 }, (_, i) => send(a, b, `After it ${i}`).finally(() => answered++)),
    );
    // More of them than there are connections; the others are answered all the same, before and after they wait alone.
    for (let round = 0; round < 10; round++) {
      expect((await send(c, d, "At once")).status).toBe(201);
      await setTimeout(60);
    }
    expect(answered).toBe(0);
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

const read = (reader: TestMember, other: { id: string }) =>
  app.call(markRead, { params: { conversationId: conversationIdOf(reader.id, other.id) } }, reader.token);

describe("reading", () => {
  // @spec 7.put-api-messages 7.new-message-messages
  test("marks the other member's messages as read, emits events to both, and updates the count", async () => {
    const [a, b] = await createMatch(app);
    await send(a, b, "One");
    await send(a, b, "Two");
    const unread = async () => (await app.call(getConversations, {}, b.token)).body.conversations[0]?.unreadCount;
    expect(await unread()).toBe(2);
    const device = await connectDevice(app, a.token);
    const { status, body } = await read(b, a);
    expect(status).toBe(200);
    expect(await device.waitFor("messages_read")).toEqual({
      conversationId: conversationIdOf(a.id, b.id),
      readerId: b.id,
      readAt: body.readAt,
      rev: 3,
    });
    expect(await unread()).toBe(0);
    const mine = (await thread(a, b)).body;
    expect(mine.readAt).toBe(body.readAt);
    expect(mine.messages.every((message) => message.read && message.readAt === body.readAt)).toBe(true);
    // Nothing new: the same answer, and no event.
    expect((await read(b, a)).body.readAt).toBe(body.readAt);
    expect((await thread(a, b)).body.rev).toBe(3);
    device.close();
  });

  test("does not mark own messages", async () => {
    const [a, b] = await createMatch(app);
    await send(a, b, "Hello?");
    await read(a, b);
    expect((await thread(a, b)).body.messages).toMatchObject([{ read: false, readAt: null }]);
  });
});

describe("deleting", () => {
  // @spec 6.only-sender-has 7.delete-api-messages 7.new-message-messages
  test("removes an own message for both members and its text from the database, and emits events to both", async () => {
    const [a, b] = await createMatch(app);
    const { message } = (await send(a, b, "Wrong chat")).body;
    const device = await connectDevice(app, b.token);
    expect(await remove(b, message._id)).toMatchObject({ status: 403, body: { code: "forbidden" } });
    expect((await remove(a, message._id)).status).toBe(200);
    expect(await device.waitFor("message_deleted")).toEqual({
      conversationId: message.conversationId,
      messageId: message._id,
      rev: 2,
    });
    expect((await remove(a, message._id)).status).toBe(404);
    expect((await thread(b, a)).body.messages).toEqual([]);
    const { rows } = await app.database.pool.query("select content from messages where id = $1", [message._id]);
    expect(rows).toEqual([{ content: "" }]);
    device.close();
  });
});

describe("a thread", () => {
  // @spec 7.get-api-messages-2
  test("is paged from the newest, oldest first within a page", async () => {
    const [a, b] = await createMatch(app);
    for (let i = 1; i <= 7; i++) await send(a, b, `${i}`);
    const newest = (await thread(b, a, { limit: 3 })).body;
    expect(texts(newest.messages)).toEqual(["5", "6", "7"]);
    expect(newest.hasMore).toBe(true);
    const older = (await thread(b, a, { limit: 3, before: newest.messages[0]?._id ?? "" })).body;
    expect(texts(older.messages)).toEqual(["2", "3", "4"]);
    const oldest = (await thread(b, a, { limit: 3, before: older.messages[0]?._id ?? "" })).body;
    expect(texts(oldest.messages)).toEqual(["1"]);
    expect(oldest.hasMore).toBe(false);
    expect((await thread(b, a, { before: newId() })).status).toBe(404);
  });

  test("returns changes since a revision: sent, deleted and read messages", async () => {
    const [a, b] = await createMatch(app);
    const first = (await send(a, b, "First")).body.message;
    const { rev } = (await thread(b, a)).body;
    await send(a, b, "Second");
    await read(b, a);
    await remove(a, first._id);
    const missed = (await thread(b, a, { after: rev })).body;
    expect(texts(missed.messages)).toEqual(["Second"]);
    expect(missed.deleted).toEqual([first._id]);
    expect(missed.rev).toBe(4);
    expect((await thread(a, b, { after: rev })).body.readAt).not.toBeNull();
    const piece = (await thread(b, a, { after: 0, limit: 1 })).body;
    expect(piece).toMatchObject({ rev: 2, hasMore: true });
  });

  // @spec 3.message-conversation-list 7.get-api-messages
  test("conversations are listed latest first, with their last message", async () => {
    const [a, b] = await createMatch(app);
    const c = await createCompleteMember(app);
    await app.call(sendCrush, { body: { recipientId: c.id } }, a.token);
    await app.call(sendCrush, { body: { recipientId: a.id } }, c.token);
    const list = async (query = {}) => (await app.call(getConversations, { query }, a.token)).body;
    expect((await list()).conversations).toEqual([]);
    await send(a, b, "To b");
    await send(c, a, "To a");
    const { conversations } = await list();
    expect(conversations).toMatchObject([
      { otherUser: { _id: c.id }, unreadCount: 1, lastMessage: { content: "To a", sender: { _id: c.id } }, rev: 1 },
      { otherUser: { _id: b.id }, unreadCount: 0, lastMessage: { content: "To b", sender: { _id: a.id } } },
    ]);
    const page = await list({ limit: 1 });
    expect(page.conversations).toHaveLength(1);
    expect((await list({ limit: 1, cursor: page.nextCursor })).conversations).toMatchObject([
      { otherUser: { _id: b.id } },
    ]);
  });
});
