import { expect, test } from "vitest";
import { updatePrivacy } from "#contract/accounts/settings.ts";
import { conversationIdOf } from "#contract/chat/conversations.ts";
import { getConversations, getMessages, markRead, sendMessage } from "#contract/chat/messages.ts";
import { createMatch, type TestMember } from "#server/testing/members.ts";
import { connectDevice } from "#server/testing/socket-client.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp();

const say = (from: TestMember, to: TestMember, content: string) =>
  app.call(sendMessage, { body: { receiverId: to.id, content } }, from.token);
const read = async (reader: TestMember, other: TestMember) =>
  (await app.call(markRead, { params: { conversationId: conversationIdOf(reader.id, other.id) } }, reader.token)).body;
const threadOf = async (reader: TestMember, other: TestMember, query: { after?: number } = {}) =>
  (await app.call(getMessages, { params: { userId: other.id }, query }, reader.token)).body;
const receipts = (member: TestMember, readReceipts: boolean) =>
  app.call(updatePrivacy, { body: { readReceipts } }, member.token);
const conversationsOf = async (member: TestMember) =>
  (await app.call(getConversations, {}, member.token)).body.conversations;

for (const off of ["the reader", "the sender"] as const) {
  test(`with receipts off at ${off} the sender learns nothing about a read, and the reader's devices agree`, async () => {
    const [sender, reader] = await createMatch(app);
    await say(sender, reader, "Leg day?");
    await receipts(off === "the reader" ? reader : sender, false);
    const before = JSON.stringify([await threadOf(sender, reader), await conversationsOf(sender)]);
    const [theirs, mine] = [await connectDevice(app, sender.token), await connectDevice(app, reader.token)];

    const { readAt } = await read(reader, sender);
    const conversationId = conversationIdOf(sender.id, reader.id);
    expect(await mine.waitFor("read_privately")).toEqual({ conversationId, readAt, rev: 1 });
    expect(await conversationsOf(reader)).toMatchObject([{ unreadCount: 0 }]);
    expect((await threadOf(reader, sender)).messages).toMatchObject([{ read: true, readAt }]);

    // The next message arrives after it, with the next revision of the sender.
    await say(reader, sender, "In.");
    expect(await theirs.waitFor("new_message")).toMatchObject({ rev: 2 });
    expect(theirs.received.map(({ event }) => event)).toEqual(["new_message"]);
    const [thread, [conversation]] = [await threadOf(sender, reader), await conversationsOf(sender)];
    expect(thread).toMatchObject({ readAt: null, rev: 2, messages: [{ read: false, readAt: null }, {}] });
    expect(conversation?.rev).toBe(2);
    expect((await threadOf(sender, reader, { after: 1 })).readAt).toBeNull();
    expect(before).not.toContain(readAt);
    for (const device of [theirs, mine]) device.close();
  });
}

test("earlier read receipts stay, and a later receipt covers all messages until then", async () => {
  const [sender, reader] = await createMatch(app);
  await say(sender, reader, "One");
  const first = await read(reader, sender);
  await receipts(reader, false);
  await say(sender, reader, "Two");
  await read(reader, sender);
  const shown = async () => (await threadOf(sender, reader)).messages.map(({ readAt }) => readAt);
  expect(await shown()).toEqual([first.readAt, null]);
  expect((await threadOf(sender, reader)).readAt).toBe(first.readAt);

  await receipts(reader, true);
  expect(await shown()).toEqual([first.readAt, null]);
  await say(sender, reader, "Three");
  const device = await connectDevice(app, sender.token);
  const last = await read(reader, sender);
  expect(await device.waitFor("messages_read")).toMatchObject({ readerId: reader.id, readAt: last.readAt });
  expect(await shown()).toEqual([first.readAt, last.readAt, last.readAt]);
  const mine = (await threadOf(reader, sender)).messages.map(({ readAt }) => readAt);
  expect(new Set(mine).size).toBe(3);
  device.close();
});

test("receipts that are turned off while messages are read are sent completely or not at all", async () => {
  const [sender, reader] = await createMatch(app);
  for (let i = 0; i < 8; i++) {
    await say(sender, reader, `Message ${i}`);
    await Promise.all([receipts(reader, i % 2 === 0), read(reader, sender), read(reader, sender)]);
    const thread = await threadOf(sender, reader);
    const toldUntil = thread.messages.filter((message) => message.read).length;
    expect(thread.messages.map((message) => message.read)).toEqual(thread.messages.map((_, nth) => nth < toldUntil));
    expect(thread.messages[toldUntil - 1]?.readAt ?? null).toBe(thread.readAt);
    expect(await conversationsOf(reader)).toMatchObject([{ unreadCount: 0 }]);
  }
});
