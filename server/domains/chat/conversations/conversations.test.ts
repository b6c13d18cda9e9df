import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { conversationIdOf } from "#contract/chat/conversations.ts";
import {
  deleteMessage,
  getConversations,
  markRead,
  sendMessage,
  setConversationSettings,
} from "#contract/chat/messages.ts";
import { sendCrush } from "#contract/crushes/crushes.ts";
import { blockMember as block } from "#contract/moderation/reports.ts";
import { createCompleteMember, type TestMember } from "#server/testing/members.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp({ rateLimits: false });

interface ListQuery {
  limit?: number;
  cursor?: string | null;
  userId?: string;
  archived?: "true";
}
const list = async (me: TestMember, query: ListQuery = {}) =>
  (await app.call(getConversations, { query: query as { limit?: number } }, me.token)).body;
const send = async (from: TestMember, to: TestMember, content: string) =>
  (await app.call(sendMessage, { body: { receiverId: to.id, content } }, from.token)).body.message._id;
const read = (me: TestMember, other: TestMember) =>
  app.call(markRead, { params: { conversationId: conversationIdOf(me.id, other.id) } }, me.token);
const remove = (me: TestMember, messageId: string) => app.call(deleteMessage, { params: { messageId } }, me.token);
const namesOf = ({ conversations }: Awaited<ReturnType<typeof list>>) =>
  conversations.map(({ otherUser }) => otherUser._id);

/** A member and others who have written to them, in order, the last one at last. */
async function makeContacts(count: number): Promise<[TestMember, TestMember[]]> {
  const me = await createCompleteMember(app);
  const others: TestMember[] = [];
  for (let i = 0; i < count; i++) {
    const other = await createCompleteMember(app);
    await app.call(sendCrush, { body: { recipientId: other.id } }, me.token);
    await app.call(sendCrush, { body: { recipientId: me.id } }, other.token);
    await send(other, me, `Text of ${i}`);
    others.push(other);
  }
  return [me, others];
}

describe("pages", () => {
  test("go on from the same place, although the conversation at it has a new message or has ended", async () => {
    const [me, [a, b, c, d]] = await makeContacts(4);
    if (!a || !b || !c || !d) throw new Error("four contacts");
    const first = await list(me, { limit: 2 });
    expect(namesOf(first)).toEqual([d.id, c.id]);
    await send(c, me, "Again");
    expect(namesOf(await list(me, { limit: 2, cursor: first.nextCursor }))).toEqual([b.id, a.id]);
    await app.call(block, { body: { userId: c.id } }, me.token);
    const second = await list(me, { limit: 2, cursor: first.nextCursor });
    expect([namesOf(second), second.nextCursor]).toEqual([[b.id, a.id], null]);
  });

  test("of one time are in one order", async () => {
    const [me, others] = await makeContacts(3);
    await app.database.pool.query(
      "update relationships set run_last_at = '2026-01-01' where $1 in (member_a_id, member_b_id)",
      [me.id],
    );
    const found: string[] = [];
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const page = await list(me, { limit: 1, ...(cursor && { cursor }) });
      found.push(...namesOf(page));
      cursor = page.nextCursor;
    }
    expect(found.toSorted()).toEqual(others.map(({ id }) => id).toSorted());
  });
});

describe("the number of unread messages", () => {
  test("counts those of conversations on other pages, and comes without a cursor", async () => {
    const [me, [a, b]] = await makeContacts(2);
    if (!a || !b) throw new Error("two contacts");
    await send(a, me, "Two");
    const first = await list(me, { limit: 1 });
    expect(first.unread).toBe(3);
    expect(await list(me, { limit: 1, cursor: first.nextCursor })).not.toHaveProperty("unread");
    await read(me, b);
    expect((await list(me, { limit: 1 })).unread).toBe(2);
    await remove(a, await send(a, me, "Three"));
    await send(me, a, "Mine");
    expect((await list(me, { limit: 1 })).unread).toBe(2);
  });

  test("leaves out conversations that are not listed", async () => {
    const [me, [a, b]] = await makeContacts(2);
    if (!a || !b) throw new Error("two contacts");
    await app.call(block, { body: { userId: a.id } }, me.token);
    expect((await list(me)).unread).toBe(1);
    expect((await list(a)).unread).toBe(0);
  });
});

describe("archived conversations", () => {
  const archive = (me: TestMember, other: TestMember, isArchived = true) =>
    app.call(setConversationSettings, { params: { userId: other.id }, body: { isArchived } }, me.token);
  const archived = { archived: "true" } as const;

  test("are counted on each first page, and listed alone by pages, as the list has them", async () => {
    const [me, others] = await makeContacts(5);
    const [a, b, c, d] = others;
    if (!a || !b || !c || !d) throw new Error("five contacts");
    expect((await list(me, { limit: 1 })).archived).toBe(0);
    expect(await list(me, archived)).toMatchObject({ conversations: [], nextCursor: null, archived: 0 });
    for (const one of [a, b, d]) await archive(me, one);
    await app.call(setConversationSettings, { params: { userId: c.id }, body: { isMuted: true } }, me.token);
    const first = await list(me, { ...archived, limit: 2 });
    expect(first).toMatchObject({ archived: 3, unread: 5 });
    const second = await list(me, { ...archived, limit: 2, cursor: first.nextCursor });
    expect(second).not.toHaveProperty("archived");
    expect(second.nextCursor).toBeNull();
    const all = await list(me, { limit: 1 });
    expect([all.archived, (await list(me, { userId: c.id })).archived]).toEqual([3, 3]);
    const found = [...first.conversations, ...second.conversations];
    const rows = (await list(me)).conversations.filter(({ isArchived }) => isArchived);
    expect(found.toSorted((x, y) => x.otherUser._id.localeCompare(y.otherUser._id))).toEqual(
      rows.toSorted((x, y) => x.otherUser._id.localeCompare(y.otherUser._id)),
    );
    // Nobody else's.
    expect(await list(a, archived)).toMatchObject({ conversations: [], archived: 0 });
  });

  test("go on from the same place, although the one at it has left the archive", async () => {
    const [me, others] = await makeContacts(3);
    for (const one of others) await archive(me, one);
    const first = await list(me, { ...archived, limit: 1 });
    const last = others.find(({ id }) => id === namesOf(first)[0]);
    if (!last) throw new Error("a first one");
    await archive(me, last, false);
    const rest = await list(me, { ...archived, limit: 5, cursor: first.nextCursor });
    expect(namesOf(rest).toSorted()).toEqual(others.flatMap(({ id }) => (id === last.id ? [] : [id])).toSorted());
  });

  test("are not those that are back, have ended, or have no message", async () => {
    const [me, [back, moved, ended, kept]] = await makeContacts(4);
    if (!back || !moved || !ended || !kept) throw new Error("four contacts");
    const silent = await createCompleteMember(app);
    await app.call(sendCrush, { body: { recipientId: silent.id } }, me.token);
    await app.call(sendCrush, { body: { recipientId: me.id } }, silent.token);
    for (const one of [back, moved, ended, kept, silent]) expect((await archive(me, one)).status).toBe(200);
    expect((await list(me)).archived).toBe(4);
    await send(back, me, "Leg day?");
    await archive(me, moved, false);
    await app.call(block, { body: { userId: ended.id } }, me.token);
    const found = await list(me, archived);
    expect([namesOf(found), found.archived]).toEqual([[kept.id], 1]);
  });

  test("are refused with a member, and for another word than true", async () => {
    const [me] = await makeContacts(0);
    for (const query of [{ userId: me.id, archived: "true" }, { archived: "false" }]) {
      expect((await app.call(getConversations, { query: query as object }, me.token)).status).toBe(400);
    }
  });
});

describe("the conversation with one member", () => {
  test("is the row that the list has, wherever that is", async () => {
    const [me, [a]] = await makeContacts(3);
    if (!a) throw new Error("a contact");
    const { conversations } = await list(me);
    expect(await list(me, { userId: a.id })).toEqual({
      success: true,
      conversations: conversations.slice(-1),
      nextCursor: null,
      unread: 3,
      archived: 0,
    });
  });

  // What a stranger, a crush without answer, and a contact that has ended answer is what an unknown id answers.
  test("tells nothing of anybody else", async () => {
    const [me, [ended, blocking]] = await makeContacts(2);
    if (!ended || !blocking) throw new Error("two contacts");
    const [stranger, crushing] = [await createCompleteMember(app), await createCompleteMember(app)];
    await app.call(sendCrush, { body: { recipientId: me.id } }, crushing.token);
    await app.call(block, { body: { userId: ended.id } }, me.token);
    await app.call(block, { body: { userId: me.id } }, blocking.token);
    const unknown = await list(me, { userId: randomUUID() });
    expect(unknown).toEqual({ success: true, conversations: [], nextCursor: null, unread: 0, archived: 0 });
    for (const { id } of [stranger, crushing, ended, blocking, me])
      expect(await list(me, { userId: id })).toEqual(unknown);
  });

  test("is refused with a cursor, and for what is no id", async () => {
    const [me] = await makeContacts(0);
    const cursor = `1.${randomUUID()}`;
    for (const query of [{ userId: me.id, cursor }, { userId: "me" }]) {
      expect((await app.call(getConversations, { query }, me.token)).status).toBe(400);
    }
  });
});
