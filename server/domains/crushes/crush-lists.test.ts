import { beforeAll, describe, expect, test } from "vitest";
import { sendMessage } from "#contract/chat/messages.ts";
import type { CrushList } from "#contract/crushes/crush-lists.ts";
import {
  getCrushCounts,
  getCrushes,
  getCrushList,
  getUnseenCrushCount,
  markCrushesSeen,
  sendCrush,
} from "#contract/crushes/crushes.ts";
import { passMember } from "#contract/discovery/passes.ts";
import { CRUSH_COUNT_MAX, CRUSHES_PAGE, OVERVIEW_MAX, UNSEEN_MAX } from "#contract/limits.ts";
import { blockMember, unmatch } from "#contract/moderation/reports.ts";
import { fillAround, HEAVY } from "#server/testing/heavy-member.ts";
import { COMPLETE_PROFILE, createCompleteMember, createMembers, type TestMember } from "#server/testing/members.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp({ rateLimits: false });

const crush = (from: { token: string }, to: { id: string }) =>
  app.call(sendCrush, { body: { recipientId: to.id } }, from.token);
const page = async (me: TestMember, list: CrushList, cursor?: string, limit?: number) =>
  (await app.call(getCrushList, { params: { list }, query: { cursor, limit } }, me.token)).body;
const counts = async (me: TestMember) => (await app.call(getCrushCounts, {}, me.token)).body.counts;
const whole = async (me: TestMember) => (await app.call(getCrushes, {}, me.token)).body.crushes;

/** The ids of all pages. @param between runs after each page */
async function readAll(me: TestMember, list: CrushList, limit?: number, between?: (page: number) => Promise<unknown>) {
  const ids: string[] = [];
  for (let cursor: string | undefined, nth = 0; ; nth++) {
    const { members, nextCursor } = await page(me, list, cursor, limit);
    ids.push(...members.map(({ _id }) => _id));
    if (nextCursor === null) return ids;
    cursor = nextCursor;
    await between?.(nth);
  }
}

const createMany = (count: number) =>
  createMembers(
    app,
    Array.from({ length: count }, () => ({ profile: COMPLETE_PROFILE })),
  );

test("each list has the members of the whole one, in its order", async () => {
  const [me, ...others] = (await createMany(9)) as [TestMember, ...TestMember[]];
  const [received, sent, matches] = [others.slice(0, 3), others.slice(3, 5), others.slice(5)];
  for (const other of [...received, ...matches]) await crush(other, me);
  for (const other of [...sent, ...matches]) await crush(me, other);
  for (const other of matches.slice(0, 2).toReversed()) {
    expect((await app.call(sendMessage, { body: { receiverId: other.id, content: "Hi" } }, me.token)).status).toBe(201);
  }
  const { crushesReceived, crushesSent, matches: matched, activeConnections } = await whole(me);
  for (const [list, members] of [
    ["received", crushesReceived],
    ["sent", crushesSent],
    ["matches", matched],
    ["active", activeConnections],
  ] as const)
    expect([list, await readAll(me, list, 2)]).toEqual([list, members.map(({ _id }) => _id)]);
  expect(activeConnections.map(({ _id }) => _id)).toEqual(matches.slice(0, 2).map(({ id }) => id));
  expect(await readAll(me, "unmessaged", 2)).toEqual(matches.slice(2).map(({ id }) => id));
  expect(await counts(me)).toEqual({ received: 6, sent: 2, matches: 3, active: 2 });
  const flags = async (list: CrushList) => new Set((await page(me, list)).members.map(({ isMatch }) => isMatch));
  expect([await flags("received"), await flags("sent"), await flags("matches")]).toEqual([
    new Set([true, false]),
    new Set([false]),
    new Set([true]),
  ]);
});

test("no member is missing or listed twice when crushes arrive and others go between two pages", async () => {
  const [me, ...others] = (await createMany(14)) as [TestMember, ...TestMember[]];
  for (const other of others.slice(0, 12)) await crush(other, me);
  const newest = others.slice(0, 12).toReversed();
  const [late, blocked, passed, match] = [others[12], newest[5], newest[8], newest[3]] as [
    TestMember,
    TestMember,
    TestMember,
    TestMember,
  ];
  const ids = await readAll(me, "received", 4, async (nth) => {
    if (nth > 0) return;
    await crush(late, me);
    // The last one of the first page, from which the next one goes on, one of the next page, and one of the last.
    await crush(me, match);
    await app.call(unmatch, { body: { userId: match.id } }, me.token);
    await app.call(blockMember, { body: { userId: blocked.id } }, me.token);
    await app.call(passMember, { params: { userId: passed.id } }, me.token);
  });
  expect(ids).toEqual(newest.filter((one) => one !== blocked && one !== passed).map(({ id }) => id));
});

test("crushes of the same moment are split by pages without a loss", async () => {
  const [me, ...others] = (await createMany(6)) as [TestMember, ...TestMember[]];
  for (const other of others) await crush(other, me);
  await app.database.pool.query(
    "update relationships set a_crushed_at = least(a_crushed_at, '2026-01-01'), b_crushed_at = least(b_crushed_at, '2026-01-01') where $1 in (member_a_id, member_b_id)",
    [me.id],
  );
  // A null is not less.
  await app.database.pool.query(
    `update relationships set a_crushed_at = case when member_a_id = $1 then null else a_crushed_at end,
       b_crushed_at = case when member_b_id = $1 then null else b_crushed_at end where $1 in (member_a_id, member_b_id)`,
    [me.id],
  );
  expect(await readAll(me, "received", 2)).toEqual(
    others
      .map(({ id }) => id)
      .toSorted()
      .toReversed(),
  );
});

test.each(["x", "1.2", "123.00000000-0000-0000-0000-00000000000g"])("rejects the cursor %s", async (cursor) => {
  const me = await createCompleteMember(app);
  const query = { query: { cursor }, params: { list: "received" as const } };
  expect((await app.call(getCrushList, query, me.token)).status).toBe(400);
});

describe("a popular member", () => {
  let me: TestMember;
  beforeAll(async () => {
    me = await createCompleteMember(app);
    await fillAround(app, me.id, HEAVY.received + HEAVY.sent + 2_000);
  });

  test("is told of no more than is shown", async () => {
    expect(await counts(me)).toEqual({
      received: CRUSH_COUNT_MAX,
      sent: CRUSH_COUNT_MAX,
      matches: CRUSH_COUNT_MAX,
      active: CRUSH_COUNT_MAX,
    });
    const unseen = async () => (await app.call(getUnseenCrushCount, {}, me.token)).body.unseen;
    expect(await unseen()).toBe(UNSEEN_MAX);
    await app.call(markCrushesSeen, {}, me.token);
    expect(await unseen()).toBe(0);
    const lists = await whole(me);
    expect(Object.values(lists).map(({ length }) => length)).toEqual(Array.from({ length: 4 }, () => OVERVIEW_MAX));
  });

  test("reads the whole list by pages", async () => {
    const { rows } = await app.database.pool.query<{ id: string }>(
      `select other_id as id from received_crushes join members on id = other_id
       where member_id = $1 and is_listed and status in ('active', 'hidden') order by crushed_at desc, other_id desc
       limit 500`,
      [me.id],
    );
    const first = await page(me, "received");
    expect(first.members).toHaveLength(CRUSHES_PAGE);
    const ids: string[] = [];
    for (let cursor: string | undefined; ids.length < rows.length; ) {
      const { members, nextCursor } = await page(me, "received", cursor, 100);
      ids.push(...members.map(({ _id }) => _id));
      cursor = nextCursor ?? undefined;
    }
    expect(ids).toEqual(rows.map(({ id }) => id));
    expect((await whole(me)).crushesReceived.map(({ _id }) => _id)).toEqual(ids.slice(0, OVERVIEW_MAX));
  });
});
