import { describe, expect, test } from "vitest";
import { updatePrivacy } from "#contract/accounts/settings.ts";
import { sendMessage } from "#contract/chat/messages.ts";
import { sendCrush } from "#contract/crushes/crushes.ts";
import { deleteAccount } from "#contract/member-data/member-data.ts";
import * as safety from "#contract/moderation/reports.ts";
import { suspendMember } from "#server/domains/moderation/operators/suspensions.service.ts";
import { createCompleteMember, createMatch, type TestMember } from "#server/testing/members.ts";
import { retention } from "#server/testing/retention.ts";
import { eraseDeleted } from "#server/testing/run-job.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp();
const { pass, purge } = retention(app);

const write = (from: TestMember, { id }: TestMember, content = "Hello") =>
  app.call(sendMessage, { body: { receiverId: id, content } }, from.token);
const crush = (from: TestMember, { id }: TestMember) => app.call(sendCrush, { body: { recipientId: id } }, from.token);
const report = (me: TestMember, { id: userId }: TestMember) =>
  app.call(safety.reportMember, { body: { userId, reason: "Something else" } }, me.token);
const list = async (me: TestMember, query = {}) => (await app.call(safety.listPastContacts, { query }, me.token)).body;
const on = (endpoint: typeof safety.unmatch | typeof safety.blockMember, me: TestMember, { id: userId }: TestMember) =>
  app.call(endpoint, { body: { userId } }, me.token);

type Ending = (me: TestMember, other: TestMember) => Promise<unknown>;

/** Each ends contact in another way. */
const ENDINGS: Readonly<Record<string, Ending>> = {
  "an unmatch of mine": (me, other) => on(safety.unmatch, me, other),
  "an unmatch of theirs": (me, other) => on(safety.unmatch, other, me),
  "a block of theirs": (me, other) => on(safety.blockMember, other, me),
  "a block of theirs that they took back": async (me, other) => {
    await on(safety.blockMember, other, me);
    await app.call(safety.unblockMember, { body: { userId: me.id } }, other.token);
  },
  "an unmatch, and they hide": async (me, other) => {
    await on(safety.unmatch, other, me);
    await app.call(updatePrivacy, { body: { hidden: true } }, other.token);
  },
  "an unmatch, and their suspension": async (me, other) => {
    await on(safety.unmatch, other, me);
    await suspendMember(app.ctx, { who: "ada", reason: "a test" }, other.id, null, "Threats.");
  },
  "their suspension": (_, other) =>
    suspendMember(app.ctx, { who: "ada", reason: "a test" }, other.id, null, "Threats."),
  "the end of their account": async (_, other) => {
    await app.call(deleteAccount, { body: { password: other.password } }, other.token);
    await eraseDeleted(app);
  },
  "an unmatch, and the end of their account": async (me, other) => {
    await on(safety.unmatch, me, other);
    await app.call(deleteAccount, { body: { password: other.password } }, other.token);
    await eraseDeleted(app);
  },
};

describe("past contacts", () => {
  test.each(Object.entries(ENDINGS))("look the same after %s, and can be reported for 30 days", async (_, end) => {
    const [me, other] = await createMatch(app);
    await write(other, me);
    const { message } = (await write(me, other)).body;
    await write(other, me, "The last one");
    const { rows } = await app.database.pool.query("select max(created_at) as at from messages where sender_id = $1", [
      other.id,
    ]);
    expect((await list(me)).contacts).toEqual([]);
    await end(me, other);
    const entry = {
      _id: other.id,
      username: other.username,
      lastContactAt: rows[0].at.toISOString(),
      isBlocked: false,
    };
    expect(new Date(entry.lastContactAt).getTime()).toBeGreaterThan(new Date(message.createdAt).getTime());
    expect(await list(me)).toEqual({ success: true, contacts: [entry], nextCursor: null });
    expect((await report(me, other)).status).toBe(201);
    await pass(29);
    await purge();
    expect((await list(me)).contacts).toMatchObject([{ _id: other.id, username: other.username }]);
    expect((await report(me, other)).status).toBe(201);
    await pass(2);
    for (const sweep of [async () => undefined, purge]) {
      await sweep();
      expect((await list(me)).contacts).toEqual([]);
      expect(await report(me, other)).toMatchObject({ status: 404, body: { message: "Profile not found" } });
    }
  });

  test("show an own block, which can be deleted without restoring anything", async () => {
    const [me, other] = await createMatch(app);
    await on(safety.blockMember, me, other);
    expect((await list(me)).contacts).toMatchObject([{ _id: other.id, isBlocked: true }]);
    await app.call(safety.unblockMember, { body: { userId: other.id } }, me.token);
    expect((await list(me)).contacts).toMatchObject([{ _id: other.id, isBlocked: false }]);
    await on(safety.blockMember, me, other);
    expect((await list(me)).contacts).toMatchObject([{ _id: other.id, isBlocked: true }]);
  });

  test("are members with whom there was at least a crush, in either direction", async () => {
    const me = await createCompleteMember(app);
    const [mine, theirs, stranger] = await Promise.all([1, 2, 3].map(() => createCompleteMember(app)));
    if (!mine || !theirs || !stranger) throw new Error("three were made");
    await crush(me, mine);
    await crush(theirs, me);
    for (const other of [mine, theirs, stranger]) await on(safety.blockMember, other, me);
    await app.call(deleteAccount, { body: { password: theirs.password } }, theirs.token);
    await eraseDeleted(app);
    const { contacts } = await list(me);
    expect(contacts.map(({ username }) => username)).toEqual([theirs.username, mine.username]);
    expect((await report(me, stranger)).status).toBe(404);
    expect((await report(me, theirs)).status).toBe(201);
  });

  test("are paged, latest contact first", async () => {
    const me = await createCompleteMember(app);
    const others = [await createCompleteMember(app), await createCompleteMember(app), await createCompleteMember(app)];
    const [first, second, third] = others as [TestMember, TestMember, TestMember];
    for (const other of others) {
      await crush(me, other);
      await crush(other, me);
    }
    await write(first, me);
    for (const other of [third, first, second]) await on(safety.unmatch, other, me);
    const page = await list(me, { limit: 2 });
    expect(page.contacts.map(({ _id }) => _id)).toEqual([first.id, third.id]);
    const rest = await list(me, { limit: 2, cursor: page.nextCursor });
    expect(rest.contacts.map(({ _id }) => _id)).toEqual([second.id]);
    expect(rest.nextCursor).toBeNull();
  });

  test("are paged by the last contact, whether a suspension ended it or a member", async () => {
    const me = await createCompleteMember(app);
    const others: TestMember[] = [];
    for (let i = 0; i < 4; i++) others.push(await createCompleteMember(app));
    for (const other of others) await crush(me, other);
    for (const [i, other] of others.entries())
      await (i % 2 === 0
        ? on(safety.blockMember, other, me)
        : suspendMember(app.ctx, { who: "ada", reason: "a test" }, other.id, null, "Threats."));
    const ids: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await list(me, { limit: 1, ...(cursor && { cursor }) });
      ids.push(...page.contacts.map(({ _id }) => _id));
      cursor = page.nextCursor;
    }
    expect(ids).toEqual(others.map(({ id }) => id).toReversed());
  });

  test("keep a username that another member has taken since, which no other endpoint reveals", async () => {
    const [me, other] = await createMatch(app);
    await write(me, other);
    await app.call(deleteAccount, { body: { password: other.password } }, other.token);
    await eraseDeleted(app);
    expect((await list(me)).contacts).toMatchObject([{ username: other.username }]);
    const told = [];
    for (const path of ["messages/conversations", `messages/${other.id}`, "crushes", "crushes/data", "safety/blocked"])
      told.push(await app.fetch(`/api/${path}`, { headers: { authorization: `Bearer ${me.token}` } }));
    expect(told.map(({ status }) => status)).toEqual(Array(5).fill(200));
    expect(JSON.stringify(told.map(({ body }) => body))).not.toContain(other.username);
    expect(JSON.stringify(told.map(({ body }) => body))).toContain("Deleted member");
  });
});
