import { describe, expect, test } from "vitest";
import { deleteAccount } from "#contract/member-data/member-data.ts";
import { blockMember, unmatch } from "#contract/moderation/reports.ts";
import { deleteTraining, updateTraining } from "#contract/training/training.ts";
import { TRAINING_CONSENT_VERSION } from "#contract/training/training-consent.ts";
import { compareWeeks, getWeekComparison, withdrawWeekComparison } from "#contract/training/week-comparisons.ts";
import { createMatch, PASSWORD, type TestMember } from "#server/testing/members.ts";
import { eraseDeleted } from "#server/testing/run-job.ts";
import { connectDevice } from "#server/testing/socket-client.ts";
import { testApp } from "#server/testing/test-app.ts";

/** The time of the app, which a test moves on. */
let time = Date.now();
const app = testApp({}, { now: () => new Date(time) });
const DAY_MS = 24 * 3_600_000;

const save = (me: TestMember, parts: number[], isShared = true) => {
  const body = { parts, sports: [], isShared, consentVersion: TRAINING_CONSENT_VERSION };
  return app.call(updateTraining, { body }, me.token);
};
const of = (other: TestMember) => ({ params: { userId: other.id } });
const ask = async (me: TestMember, other: TestMember) => (await app.call(compareWeeks, of(other), me.token)).body;
const read = async (me: TestMember, other: TestMember) =>
  (await app.call(getWeekComparison, of(other), me.token)).body.comparison;
const rows = async (me: TestMember) =>
  (
    await app.database.pool.query(
      "select from week_comparisons join relationship_sides using (relationship_id) where member_id = $1",
      [me.id],
    )
  ).rowCount;

async function pairWith(mine: number[], theirs: number[]): Promise<readonly [TestMember, TestMember]> {
  const [a, b] = await createMatch(app);
  await save(a, mine);
  await save(b, theirs);
  return [a, b];
}

describe("comparing weeks", () => {
  test("shows both the parts that both have, once both have asked, and before that nothing of the other's question", async () => {
    const [a, b] = await pairWith([4, 16, 31], [16, 20, 31]);
    const [deviceA, deviceB] = [await connectDevice(app, a.token), await connectDevice(app, b.token)];
    expect((await ask(a, b)).comparison).toEqual({ state: "asked" });
    await deviceA.waitFor("week_comparison_changed");
    expect(await read(b, a)).toEqual({ state: "open" });
    expect(deviceB.received).toEqual([]);
    const shown = { state: "shown", parts: [16, 31], until: new Date(time + 7 * DAY_MS).toISOString() };
    expect((await ask(b, a)).comparison).toEqual(shown);
    expect(await deviceB.waitFor("week_comparison_changed")).toEqual({ userId: a.id });
    expect(await read(a, b)).toEqual(shown);
    for (const device of [deviceA, deviceB]) device.close();
  });

  test("shows at most five parts, picked evenly, and that there is none", async () => {
    const all = Array.from({ length: 42 }, (_, part) => part);
    const [a, b] = await pairWith(all, all);
    await ask(a, b);
    expect((await ask(b, a)).comparison).toMatchObject({ parts: [0, 10, 21, 31, 41] });
    const [c, d] = await pairWith([1], [2]);
    await ask(c, d);
    expect((await ask(d, c)).comparison).toMatchObject({ state: "shown", parts: [] });
  });

  test("needs a shared week of whoever asks, and can be taken back until it is shown", async () => {
    const [a, b] = await createMatch(app);
    expect(await read(a, b)).toEqual({ state: "no_week" });
    expect(await ask(a, b)).toMatchObject({ code: "week_required" });
    await save(a, [1], false);
    expect(await ask(a, b)).toMatchObject({ code: "week_required" });
    await save(a, [1]);
    await save(b, [1]);
    await ask(a, b);
    const { body } = await app.call(withdrawWeekComparison, of(b), a.token);
    expect(body.comparison).toEqual({ state: "open" });
    expect((await ask(b, a)).comparison).toEqual({ state: "asked" });
    await ask(a, b);
    expect((await app.call(withdrawWeekComparison, of(b), a.token)).body.comparison.state).toBe("shown");
  });

  test("both ask at the same moment: both are shown the same", async () => {
    for (let round = 0; round < 5; round++) {
      const [a, b] = await pairWith([3, 4], [4, 5]);
      await Promise.all([ask(a, b), ask(b, a), ask(a, b)]);
      expect(await read(a, b)).toMatchObject({ state: "shown", parts: [4] });
      expect(await read(b, a)).toEqual(await read(a, b));
    }
  });

  test("1,000 changes of the own week within seven days give one and the same answer", async () => {
    const [a, b] = await pairWith([0], [0, 7, 14, 21, 28, 35]);
    await ask(a, b);
    await ask(b, a);
    const { rows: found } = await app.database.pool.query("select week from training where member_id = $1", [a.id]);
    expect(found).toHaveLength(1);
    const answers = new Set<string>();
    for (let probe = 0; probe < 1000; probe++) {
      // Each hundredth probe runs the whole request, the others only its storage, which is faster.
      if (probe % 100 === 0) await save(a, [probe % 42]);
      else
        await app.database.pool.query("update training set week = (1::bigint << $2) where member_id = $1", [
          a.id,
          probe % 42,
        ]);
      answers.add(JSON.stringify((probe % 2 ? await read(a, b) : (await ask(a, b)).comparison) ?? null));
    }
    expect([...answers]).toEqual([JSON.stringify(await read(b, a))]);
    expect(await read(a, b)).toMatchObject({ parts: [0] });
  }, 120_000);

  test("is forgotten when one of them no longer shares their week, and gives no other answer before its time", async () => {
    for (const stop of [
      (me: TestMember) => save(me, [4], false),
      (me: TestMember) => app.call(deleteTraining, {}, me.token),
    ]) {
      const [a, b] = await pairWith([4], [4, 5]);
      await ask(a, b);
      await ask(b, a);
      await stop(a);
      expect((await read(b, a)).state).toBe("resting");
      expect((await read(a, b)).state).toBe("no_week");
      await save(a, [5]);
      await Promise.all([ask(a, b), ask(b, a)]);
      expect((await read(a, b)).state).toBe("resting");
      time += 7 * DAY_MS;
      expect(await read(a, b)).toEqual({ state: "open" });
      await ask(a, b);
      expect(await read(b, a)).toEqual({ state: "open" });
      expect((await ask(b, a)).comparison).toMatchObject({ state: "shown", parts: [5] });
    }
  });

  test("keeps the other member's question when a week is deleted before anything was shown", async () => {
    const [a, b] = await pairWith([4], [4]);
    await ask(a, b);
    await app.call(deleteTraining, {}, b.token);
    expect(await read(a, b)).toEqual({ state: "asked" });
    await save(b, [4]);
    expect((await ask(b, a)).comparison.state).toBe("shown");
  });

  test.each([
    ["an unmatch", (me: TestMember, { id }: TestMember) => app.call(unmatch, { body: { userId: id } }, me.token)],
    ["a block", (me: TestMember, { id }: TestMember) => app.call(blockMember, { body: { userId: id } }, me.token)],
    ["a deletion", (me: TestMember) => app.call(deleteAccount, { body: { password: PASSWORD } }, me.token)],
  ])("is forgotten by %s, also when both ask meanwhile", async (_, end) => {
    const [a, b] = await pairWith([4], [4]);
    await ask(a, b);
    await Promise.all([ask(b, a), end(a, b)]);
    await eraseDeleted(app);
    expect(await rows(b)).toBe(0);
    expect(await ask(b, a)).not.toHaveProperty("comparison");
  });
});
