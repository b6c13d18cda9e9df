import { describe, expect, test } from "vitest";
import { getWallet } from "#contract/billing/wallet.ts";
import { getCrushes, getUnseenCrushCount, sendCrush } from "#contract/crushes/crushes.ts";
import { browse, findUnavailable, getMember } from "#contract/discovery/discovery.ts";
import { listPasses, passMember, undoPass } from "#contract/discovery/passes.ts";
import { PASS_DAYS } from "#contract/limits.ts";
import { blockMember } from "#contract/moderation/reports.ts";
import { createCompleteMember, createMatch, type TestMember } from "#server/testing/members.ts";
import { runJob } from "#server/testing/run-job.ts";
import { connectDevice } from "#server/testing/socket-client.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp();

const pass = (me: TestMember, other: { id: string }) =>
  app.call(passMember, { params: { userId: other.id } }, me.token);
const undo = (me: TestMember, other: { id: string }) => app.call(undoPass, { params: { userId: other.id } }, me.token);
const crush = (from: TestMember, to: TestMember) => app.call(sendCrush, { body: { recipientId: to.id } }, from.token);
const browsed = async (me: TestMember) =>
  (await app.call(browse, {}, me.token)).body.profiles.map((profile) => profile.id);
const passes = async (me: TestMember) => (await app.call(listPasses, {}, me.token)).body.passes;
const received = async (me: TestMember) =>
  (await app.call(getCrushes, {}, me.token)).body.crushes.crushesReceived.map(({ _id }) => _id);
const unseen = async (me: TestMember) => (await app.call(getUnseenCrushCount, {}, me.token)).body.unseen;
const view = async (me: TestMember, other: TestMember) =>
  (await app.call(getMember, { params: { userId: other.id } }, me.token)).body;
/** Moves a pass into the past. */
const age = (me: TestMember, days: number) =>
  app.database.pool.query("update passes set passed_at = passed_at - make_interval(days => $1) where member_id = $2", [
    days,
    me.id,
  ]);
const pair = async (): Promise<[TestMember, TestMember]> => [
  await createCompleteMember(app),
  await createCompleteMember(app),
];

describe("passing on a member", () => {
  test("leaves them out of Browse for 30 days, on all devices of the member", async () => {
    const [me, other] = await pair();
    const device = await connectDevice(app, me.token);
    expect(await browsed(me)).toContain(other.id);
    const { status, body } = await pass(me, other);
    expect(status).toBe(200);
    const days = (Date.parse(body.until) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(PASS_DAYS - 0.1);
    expect(days).toBeLessThanOrEqual(PASS_DAYS);
    expect(await device.waitFor("pass_changed")).toEqual({ userId: other.id, isPassed: true });
    device.close();
    expect(await browsed(me)).not.toContain(other.id);
    expect((await app.call(findUnavailable, { body: { ids: [other.id] } }, me.token)).body.gone).toEqual([other.id]);
    expect(await view(me, other)).toMatchObject({ passedUntil: body.until, crushSent: false });
    expect(await passes(me)).toEqual([{ _id: other.id, username: other.username, until: body.until }]);
    await age(me, 29);
    expect(await browsed(me)).not.toContain(other.id);
    await age(me, 1);
    expect(await browsed(me)).toContain(other.id);
    expect(await passes(me)).toEqual([]);
    expect((await view(me, other)).passedUntil).toBeNull();
  });

  test("can be undone, and repeated without harm", async () => {
    const [me, other] = await pair();
    await pass(me, other);
    await age(me, 3);
    const again = await pass(me, other);
    expect(await passes(me)).toMatchObject([{ until: again.body.until }]);
    expect((await undo(me, other)).status).toBe(200);
    expect(await browsed(me)).toContain(other.id);
    expect(await passes(me)).toEqual([]);
    expect((await undo(me, other)).status).toBe(200);
  });

  test("pages the list, the latest first, without members who cannot be seen", async () => {
    const me = await createCompleteMember(app);
    const others = [];
    for (let i = 0; i < 3; i++) others.push(await createCompleteMember(app));
    for (const other of others) await pass(me, other);
    const first = (await app.call(listPasses, { query: { limit: 2 } }, me.token)).body;
    expect(first.passes.map(({ _id }) => _id)).toEqual([others[2]?.id, others[1]?.id]);
    const query = { limit: 2, cursor: first.nextCursor ?? "" };
    expect((await app.call(listPasses, { query }, me.token)).body).toMatchObject({
      passes: [{ _id: others[0]?.id }],
      nextCursor: null,
    });
    await app.call(blockMember, { body: { userId: others[0]?.id ?? "" } }, me.token);
    await app.call(blockMember, { body: { userId: me.id } }, others[1]?.token);
    expect((await passes(me)).map(({ _id }) => _id)).toEqual([others[2]?.id]);
  });

  test("is refused for oneself, members who cannot be seen, and those with a crush of one's own", async () => {
    const [me, other] = await pair();
    expect((await pass(me, me)).status).toBe(404);
    await crush(me, other);
    expect(await pass(me, other)).toMatchObject({ status: 409, body: { code: "already_sent" } });
    const [matched, match] = await createMatch(app);
    expect((await pass(matched, match)).status).toBe(409);
    const blocker = await createCompleteMember(app);
    await app.call(blockMember, { body: { userId: me.id } }, blocker.token);
    expect((await pass(me, blocker)).status).toBe(404);
  });
});

describe("a crush of a member who was passed", () => {
  test("is declined without a word, and comes back after 30 days", async () => {
    const [me, other] = await pair();
    await crush(other, me);
    expect([await received(me), await unseen(me)]).toEqual([[other.id], 1]);
    const before = (await view(other, me)) satisfies unknown;
    const device = await connectDevice(app, other.token);
    await pass(me, other);
    expect([await received(me), await unseen(me)]).toEqual([[], 0]);
    // The sender sees no difference, and is sent nothing.
    expect(await view(other, me)).toEqual(before);
    expect((await app.call(getCrushes, {}, other.token)).body.crushes.crushesSent.map(({ _id }) => _id)).toEqual([
      me.id,
    ]);
    expect(device.received).toEqual([]);
    device.close();
    await age(me, 30);
    await runJob(app.ctx, "cleanup", {});
    expect([await received(me), await unseen(me)]).toEqual([[other.id], 1]);
  });

  test("is delivered and charged as any other if it comes after the pass", async () => {
    const [me, other] = await pair();
    await pass(me, other);
    const browsedBefore = await browsed(other);
    expect(browsedBefore).toContain(me.id);
    const { status, body } = await crush(other, me);
    expect([status, body.isMatch, body.remainingCrushes]).toEqual([200, false, 4]);
    expect([await received(me), await unseen(me)]).toEqual([[other.id], 1]);
    await pass(me, other);
    expect(await received(me)).toEqual([]);
  });

  test("can still be answered: the crush ends the pass", async () => {
    const [me, other] = await pair();
    await crush(other, me);
    await pass(me, other);
    expect((await crush(me, other)).body.isMatch).toBe(true);
    expect(await passes(me)).toEqual([]);
    expect(await received(me)).toEqual([other.id]);
  });

  test("at the same moment as the pass leaves exact credits, and a match in both lists if it was answered", async () => {
    for (let round = 0; round < 5; round++) {
      const [me, other] = await pair();
      await crush(other, me);
      const [passed, answered] = await Promise.all([pass(me, other), crush(me, other), undo(me, other)]);
      expect([200, 409]).toContain(passed.status);
      expect(answered.body.isMatch).toBe(true);
      expect(await received(me)).toEqual([other.id]);
      for (const member of [me, other]) {
        expect((await app.call(getWallet, {}, member.token)).body.balance).toBe(4);
        expect((await app.call(getCrushes, {}, member.token)).body.crushes.matches).toHaveLength(1);
      }
    }
  });
});

test("a crush that waits for an answer is marked on the card and the page of its sender", async () => {
  const [me, other] = await pair();
  const marks = async (viewer: TestMember, seen: TestMember) => {
    const { profiles } = (await app.call(browse, {}, viewer.token)).body;
    return [profiles.find(({ id }) => id === seen.id)?.crushedOnMe, (await view(viewer, seen)).crushedOnMe];
  };
  expect(await marks(me, other)).toEqual([false, false]);
  await crush(other, me);
  expect(await marks(me, other)).toEqual([true, true]);
  expect(await marks(other, me)).toEqual([false, false]);
});
