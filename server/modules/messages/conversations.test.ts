import { describe, expect, test } from "vitest";
import { conversationIdOf } from "#contract/conversations.ts";
import { sendCrush } from "#contract/crushes.ts";
import { deleteMessage, getConversations, getMessages, markRead, sendMessage } from "#contract/messages.ts";
import { newId } from "#server/lib/ids.ts";
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
const read = (reader: TestMember, other: { id: string }) =>
  app.call(markRead, { params: { conversationId: conversationIdOf(reader.id, other.id) } }, reader.token);
const remove = (member: TestMember, messageId: string) =>
  app.call(deleteMessage, { params: { messageId } }, member.token);
const texts = (messages: readonly { content: string }[]) => messages.map((message) => message.content);

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
