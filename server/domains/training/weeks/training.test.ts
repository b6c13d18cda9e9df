import { describe, expect, test } from "vitest";
import { deleteAccount } from "#contract/member-data/member-data.ts";
import { deleteTraining, getTraining, updateTraining } from "#contract/training/training.ts";
import { TRAINING_CONSENT_VERSION } from "#contract/training/training-consent.ts";
import type { TrainingUpdate } from "#contract/training/training-form.ts";
import { coarseBits } from "#contract/training/training-week.ts";
import { findCounted } from "#server/domains/training/weeks/training.queries.ts";
import { createCompleteMember, PASSWORD, type TestMember } from "#server/testing/members.ts";
import { runJob } from "#server/testing/run-job.ts";
import { connectDevice } from "#server/testing/socket-client.ts";
import { testApp } from "#server/testing/test-app.ts";

/** The time of the app, which a test moves on. */
let time = Date.parse("2026-05-01T09:40:00Z");
const app = testApp({}, { now: () => new Date(time) });
const DAY = 24 * 3600_000;
const query = async (sql: string, ...values: unknown[]) => (await app.database.pool.query(sql, values)).rows;

const settle = () => runJob(app.ctx, "apply-training-changes", {});
async function pass(ms: number): Promise<void> {
  time += ms;
  await settle();
}

/** Monday and Wednesday after work, Saturday morning. */
const PARTS = [4, 16, 31];
const RUN = { sport: "run", level: 3 } as const;
const WEEK: TrainingUpdate = {
  parts: PARTS,
  sports: [RUN],
  isShared: true,
  consentVersion: TRAINING_CONSENT_VERSION,
};
const save = (me: TestMember, change: Partial<TrainingUpdate> = {}) =>
  app.call(updateTraining, { body: { ...WEEK, ...change } }, me.token);
const read = async (me: TestMember) => (await app.call(getTraining, {}, me.token)).body.week;
const remove = (me: TestMember) => app.call(deleteTraining, {}, me.token);
const counted = async (me: TestMember) => (await findCounted(app.ctx.db, [me.id])).get(me.id);
const consentedAt = async (me: TestMember): Promise<Date> =>
  (await query("select consented_at from training where member_id = $1", me.id))[0].consented_at;

describe("a member's week", () => {
  test("is stored, replaced and deleted, and read by the member", async () => {
    const me = await createCompleteMember(app);
    expect(await read(me)).toBeNull();
    const { status, body } = await save(me, { parts: [31, 4, 16, 4] });
    expect(status).toBe(200);
    const week = { ...WEEK, countsFrom: "2026-05-02T00:00:00.000Z" };
    expect(body.week).toEqual(week);
    expect(await read(me)).toEqual(week);
    await save(me, { parts: [0, 41], sports: [] });
    expect(await read(me)).toMatchObject({ parts: [0, 41], sports: [] });
    expect((await remove(me)).status).toBe(200);
    expect(await read(me)).toBeNull();
    expect((await remove(me)).status).toBe(200);
  });

  test.each([
    ["an unknown part", { parts: [42] }, "parts"],
    ["half a part", { parts: [0.5] }, "parts"],
    ["neither a time nor a sport", { parts: [], sports: [] }, "parts"],
    ["a sport twice", { sports: [RUN, { ...RUN, level: 1 }] }, "sports"],
    ["a level that does not exist", { sports: [{ ...RUN, level: 6 }] }, "sports"],
    [
      "four sports",
      { sports: (["run", "ride", "swim", "yoga"] as const).map((sport) => ({ sport, level: 1 })) },
      "sports",
    ],
  ])("is refused with %s", async (_, change, field) => {
    const me = await createCompleteMember(app);
    const { status, body } = await save(me, change);
    expect(status).toBe(400);
    expect(Object.keys(body.errors ?? {}).some((name) => name.startsWith(field))).toBe(true);
    expect(await read(me)).toBeNull();
  });

  test("is kept with consent to the current text only, and from when it was given", async () => {
    const me = await createCompleteMember(app);
    const refused = await save(me, { consentVersion: TRAINING_CONSENT_VERSION - 1 });
    expect([refused.status, refused.body.code]).toEqual([400, "consent_required"]);
    expect(await read(me)).toBeNull();
    await save(me);
    const since = await consentedAt(me);
    time += 1000;
    await save(me, { sports: [] });
    expect(await consentedAt(me)).toEqual(since);
    // Consent to an earlier text does not last for a later one.
    await query("update training set consent_version = consent_version - 1 where member_id = $1", me.id);
    await save(me);
    expect(await consentedAt(me)).toEqual(new Date(time));
  });

  test("is sent to no device: their own ones read it again", async () => {
    const me = await createCompleteMember(app);
    const other = await createCompleteMember(app);
    const [mine, theirs] = [await connectDevice(app, me.token), await connectDevice(app, other.token)];
    await save(me);
    expect(await mine.waitFor("settings_changed")).toEqual({ what: "training" });
    await remove(me);
    expect(theirs.received).toEqual([]);
    mine.close();
    theirs.close();
  });

  test("survives two devices that save at once: one of them wins whole", async () => {
    const me = await createCompleteMember(app);
    const weeks = [0, 1, 2, 3].map((n) => ({ parts: [n], sports: [{ ...RUN, level: n + 1 }] }));
    const replies = await Promise.all(weeks.map((week) => save(me, week)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const stored = await read(me);
    expect(weeks).toContainEqual({ parts: stored?.parts, sports: stored?.sports });
  });

  test("is gone with the account, also when it is saved meanwhile", async () => {
    const me = await createCompleteMember(app);
    await save(me);
    await Promise.all([
      app.call(deleteAccount, { body: { password: PASSWORD } }, me.token),
      save(me, { parts: [1] }),
      settle(),
    ]);
    expect(await query("select from training where member_id = $1", me.id)).toEqual([]);
  });
});

describe("what counts for matching", () => {
  const COARSE = coarseBits(PARTS);

  test("follows a change on the next day", async () => {
    const me = await createCompleteMember(app);
    await save(me);
    await pass(0);
    expect(await counted(me)).toBeUndefined();
    await pass(DAY);
    expect(await counted(me)).toEqual({ coarse: COARSE, sports: [RUN] });
    expect((await read(me))?.countsFrom).toBeNull();
    for (const parts of [[0], [10], [41]]) {
      await save(me, { parts, sports: [] });
      await settle();
      expect(await counted(me)).toEqual({ coarse: COARSE, sports: [RUN] });
    }
    await pass(DAY);
    expect(await counted(me)).toEqual({ coarse: coarseBits([41]), sports: [] });
  });

  test("is not put off by a change on the day itself, before the job has run", async () => {
    const me = await createCompleteMember(app);
    await save(me);
    time += DAY;
    expect((await read(me))?.countsFrom).toBeNull();
    await save(me, { parts: [0] });
    expect(await counted(me)).toEqual({ coarse: COARSE, sports: [RUN] });
    await settle();
    expect(await counted(me)).toEqual({ coarse: COARSE, sports: [RUN] });
    await pass(DAY);
    expect(await counted(me)).toEqual({ coarse: coarseBits([0]), sports: [RUN] });
  });

  test("has nothing to wait for if a change leaves the coarse parts and sports as they are", async () => {
    const me = await createCompleteMember(app);
    await save(me);
    await pass(DAY);
    // Tuesday instead of Monday.
    expect((await save(me, { parts: [10, 16, 31] })).body.week?.countsFrom).toBeNull();
    await save(me, { parts: [0] });
    expect((await save(me)).body.week?.countsFrom).toBeNull();
    await pass(DAY);
    expect(await counted(me)).toEqual({ coarse: COARSE, sports: [RUN] });
  });

  test("leaves out a week with more than four coarse parts, but not its sports", async () => {
    const me = await createCompleteMember(app);
    await save(me, { parts: Array.from({ length: 42 }, (_, part) => part) });
    await pass(DAY);
    expect(await counted(me)).toEqual({ coarse: 0, sports: [RUN] });
  });

  test("is nothing at once when a member no longer shares it, and follows on the next day when they do again", async () => {
    const me = await createCompleteMember(app);
    await save(me);
    await pass(DAY);
    expect((await save(me, { isShared: false })).body.week).toMatchObject({ isShared: false, countsFrom: null });
    expect(await counted(me)).toBeUndefined();
    await save(me);
    await settle();
    expect(await counted(me)).toBeUndefined();
    await pass(DAY);
    expect(await counted(me)).toEqual({ coarse: COARSE, sports: [RUN] });
  });

  test("is nothing at once when a member deletes it, also for one who returns the same day", async () => {
    const me = await createCompleteMember(app);
    await save(me);
    await pass(DAY);
    await remove(me);
    expect(await counted(me)).toBeUndefined();
    await save(me, { parts: [0] });
    await settle();
    expect(await counted(me)).toBeUndefined();
  });

  test("is the same whichever of a change and the job comes first", async () => {
    const members = await Promise.all(Array.from({ length: 6 }, () => createCompleteMember(app)));
    for (const me of members) await save(me);
    time += DAY;
    await Promise.all([settle(), ...members.map((me) => save(me, { parts: [0] })), settle()]);
    await settle();
    for (const me of members) {
      expect(await counted(me)).toEqual({ coarse: COARSE, sports: [RUN] });
      expect((await read(me))?.countsFrom).not.toBeNull();
    }
  });
});
