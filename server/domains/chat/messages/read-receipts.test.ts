import { describe, expect, test, vi } from "vitest";
import { updatePrivacy } from "#contract/accounts/settings.ts";
import { conversationIdOf } from "#contract/chat/conversations.ts";
import {
  deleteMessage,
  getConversations,
  getMessages,
  markRead,
  sendAttachment,
  sendMessage,
} from "#contract/chat/messages.ts";
import { deleteAccount } from "#contract/member-data/member-data.ts";
import { unmatch } from "#contract/moderation/reports.ts";
import { storeReading } from "#server/domains/chat/messages/messages.service.ts";
import { insertMessage } from "#server/domains/chat/messages/messages.statements.ts";
import { lockMatch } from "#server/domains/members/relationships/relationships.service.ts";
import { nextSequence } from "#server/domains/members/relationships/relationships.statements.ts";
import { newId } from "#server/platform/lib/ids.ts";
import { imageForm, makeJpeg } from "#server/testing/images.ts";
import { createMatch, type TestMember } from "#server/testing/members.ts";
import { eraseDeleted } from "#server/testing/run-job.ts";
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

test("each message keeps the time at which it was read, whatever is sent and read after it", async () => {
  const [sender, reader] = await createMatch(app);
  await say(sender, reader, "One");
  const first = await read(reader, sender);
  await say(reader, sender, "An answer");
  await app.call(sendAttachment, { form: imageForm(await makeJpeg(40, 30), reader.id) }, sender.token);
  await say(sender, reader, "Two");
  const second = await read(reader, sender);
  await say(sender, reader, "Three");
  for (const member of [sender, reader]) {
    const other = member === sender ? reader : sender;
    const { messages } = await threadOf(member, other);
    const sent = messages.filter((message) => message.sender._id === sender.id);
    expect(sent.map(({ readAt }) => readAt)).toEqual([first.readAt, second.readAt, second.readAt, null]);
  }
});

test("what the version before stores as read counts as read", async () => {
  const [sender, reader] = await createMatch(app);
  await say(sender, reader, "One");
  await say(sender, reader, "Two");
  const at = new Date(Date.now() - 60_000);
  const readBefore = (sequence: number, receipt: Date | null) =>
    app.database.pool.query(
      "update messages set read_at = $1, receipt_at = $2 where sender_id = $3 and sequence = $4",
      [at, receipt, sender.id, sequence],
    );
  await readBefore(1, at);
  expect(await conversationsOf(reader)).toMatchObject([{ unreadCount: 1 }]);
  await readBefore(2, null);
  expect(await conversationsOf(reader)).toMatchObject([{ unreadCount: 0 }]);
  const times = async (member: TestMember, other: TestMember) =>
    (await threadOf(member, other)).messages.map(({ readAt }) => readAt);
  expect(await times(sender, reader)).toEqual([at.toISOString(), null]);
  expect(await times(reader, sender)).toEqual([at.toISOString(), at.toISOString()]);
});

test("when a member read goes with their account, except as far as they told it", async () => {
  const [sender, reader] = await createMatch(app);
  await say(sender, reader, "One");
  const told = await read(reader, sender);
  await receipts(reader, false);
  await say(sender, reader, "Two");
  const { readAt } = await read(reader, sender);
  await say(sender, reader, "Three");
  await app.call(deleteAccount, { body: { password: reader.password } }, reader.token);
  await eraseDeleted(app);
  expect((await threadOf(sender, reader)).messages.map((message) => message.readAt)).toEqual([told.readAt, null, null]);
  const { rows } = await app.database.pool.query(
    "select to_jsonb(messages) as line from messages union all select to_jsonb(relationships) from relationships",
  );
  expect(JSON.stringify(rows)).not.toContain(readAt.slice(0, -1));
});

describe("at the same moment", () => {
  test("two devices that read are answered the same, and the sender is told once", async () => {
    const matches = await Promise.all(Array.from({ length: 6 }, () => createMatch(app)));
    await Promise.all(
      matches.map(async ([sender, reader]) => {
        await say(sender, reader, "Leg day?");
        const device = await connectDevice(app, sender.token);
        const answers = await Promise.all(Array.from({ length: 4 }, () => read(reader, sender)));
        expect(new Set(answers.map(({ readAt }) => readAt)).size).toBe(1);
        expect(await device.waitFor("messages_read")).toMatchObject({ readAt: answers[0]?.readAt, rev: 2 });
        await say(reader, sender, "In.");
        await device.waitFor("new_message");
        expect(device.received.map(({ event }) => event)).toEqual(["messages_read", "new_message"]);
        expect((await threadOf(sender, reader)).rev).toBe(3);
        device.close();
      }),
    );
  });

  test("both sides read and write: no revision is lost or used twice, and in the end all is read", async () => {
    const [a, b] = await createMatch(app);
    const device = await connectDevice(app, a.token);
    const work = async (me: TestMember, other: TestMember) => {
      for (let i = 0; i < 8; i++) {
        await Promise.all([say(me, other, `Set ${i}`), read(me, other)]);
        await Promise.all([read(me, other), read(other, me)]);
      }
    };
    await Promise.all([work(a, b), work(b, a)]);
    await Promise.all([read(a, b), read(b, a)]);
    const { rev, messages } = await threadOf(a, b);
    expect(messages.map((message) => message.read)).toEqual(Array(16).fill(true));
    await expect.poll(() => device.received.length).toBe(rev);
    const revisions = device.received.map(({ payload }) => (payload as { rev: number }).rev);
    expect(revisions.toSorted((x, y) => x - y)).toEqual(Array.from({ length: rev }, (_, i) => i + 1));
    device.close();
  });

  test("what comes while a reading waits for its batch is not read", async () => {
    const [sender, reader] = await createMatch(app);
    const device = await connectDevice(app, reader.token);
    const { message } = (await say(sender, reader, "Leg day?")).body;
    await app.database.pool.query("update messages set created_at = now() - interval '1 minute' where id = $1", [
      message._id,
    ]);
    await say(sender, reader, "Or arms?");
    const asked = { me: reader.id, otherId: sender.id, askedAt: performance.now() - 30_000 };
    await storeReading(app.ctx, asked);
    expect(await conversationsOf(reader)).toMatchObject([{ unreadCount: 1 }]);
    const { readAt, unreadCount } = await device.waitFor("messages_read");
    expect(unreadCount).toBe(1);
    await say(sender, reader, "Or both?");
    const { readAt: lastReadAt } = await read(reader, sender);
    expect((await threadOf(sender, reader)).messages.map((message) => message.readAt)).toEqual([
      readAt,
      lastReadAt,
      lastReadAt,
    ]);
    device.close();
  });

  test("a message is deleted, or contact ends: the reader gets an answer, and nobody a reading after the end", async () => {
    for (let i = 0; i < 6; i++) {
      const [sender, reader] = await createMatch(app);
      const { message } = (await say(sender, reader, "Wrong chat")).body;
      const device = await connectDevice(app, sender.token);
      const ending =
        i % 2 === 0
          ? app.call(deleteMessage, { params: { messageId: message._id } }, sender.token)
          : app.call(unmatch, { body: { userId: reader.id } }, sender.token);
      const reading = app.call(
        markRead,
        { params: { conversationId: conversationIdOf(reader.id, sender.id) } },
        reader.token,
      );
      const [ended, answer] = await Promise.all([ending, reading]);
      expect(ended.status).toBe(200);
      expect([200, i % 2 === 0 ? 200 : 404]).toContain(answer.status);
      await device.waitFor(i % 2 === 0 ? "message_deleted" : "relationship_ended");
      const after = device.received.map(({ event }) => event);
      if (i % 2 !== 0) expect(["messages_read", "relationship_ended"]).toEqual(expect.arrayContaining(after));
      device.close();
    }
  });

  test("another transaction has the conversation: other reads go on, and what it sends meanwhile is not read", async () => {
    const [[sender, reader], [c, d]] = [await createMatch(app), await createMatch(app)];
    await say(sender, reader, "Leg day?");
    const [device, mine] = [await connectDevice(app, sender.token), await connectDevice(app, reader.token)];
    let answer: Promise<{ readAt: string }> | undefined;
    await app.ctx.transact(async (tx) => {
      const side = await lockMatch(tx, sender.id, reader.id);
      answer = read(reader, sender);
      for (let i = 0; i < 3; i++) {
        await say(c, d, `At once ${i}`);
        await read(d, c);
      }
      const isAwaited = async () =>
        (
          await app.database.pool.query(
            `select from pg_stat_activity
             where wait_event_type = 'Lock' and query like '%from relationships where%for update%'`,
          )
        ).rowCount;
      await vi.waitUntil(isAwaited, { interval: 5, timeout: 5_000 });
      const { sequence, revision } = await nextSequence(tx, side);
      const message = { id: newId(), relationship_id: side.relationship_id, sender_id: sender.id, sequence, revision };
      await insertMessage(tx, { ...message, content: "Sent while you waited" });
    });
    expect((await threadOf(d, c)).messages.map((message) => message.read)).toEqual([true, true, true]);
    const readAt = (await answer)?.readAt;
    expect(await device.waitFor("messages_read")).toMatchObject({ readAt, rev: 3 });
    expect(await mine.waitFor("messages_read")).toMatchObject({ readAt, rev: 3, unreadCount: 1 });
    expect((await threadOf(sender, reader)).messages).toMatchObject([{ read: true, readAt }, { read: false }]);
    expect(await conversationsOf(reader)).toMatchObject([{ unreadCount: 1 }]);
    for (const one of [device, mine]) one.close();
  });
});
