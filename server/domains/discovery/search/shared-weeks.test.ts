import { beforeEach, describe, expect, test } from "vitest";
import { updatePrivacy } from "#contract/accounts/settings.ts";
import { getDailySet } from "#contract/discovery/daily-set.ts";
import { DEFAULT_FILTERS } from "#contract/discovery/default-filters.ts";
import { browse, getMember } from "#contract/discovery/discovery.ts";
import { type FiltersUpdate, SORTS } from "#contract/discovery/filter-form.ts";
import { countPeople, getFilters, updateFilters } from "#contract/discovery/search-preferences.ts";
import { deleteTraining, updateTraining } from "#contract/training/training.ts";
import { TRAINING_CONSENT_VERSION } from "#contract/training/training-consent.ts";
import type { LeveledSport } from "#contract/training/training-form.ts";
import { DAY_PARTS, WEEK_PARTS } from "#contract/training/training-week.ts";
import { addCrowd } from "#server/testing/daily-sets.ts";
import { createCompleteMember, createMatch, type TestMember } from "#server/testing/members.ts";
import { runJob } from "#server/testing/run-job.ts";
import { testApp } from "#server/testing/test-app.ts";

let time = Date.now();
const app = testApp({}, { now: () => new Date(time) });

/** Parts of the week: Tuesday and Saturday, of each coarse part. */
const [TUESDAY, SATURDAY] = [DAY_PARTS.length, 5 * DAY_PARTS.length];
const EARLY = TUESDAY;
const BY_DAY = TUESDAY + 2;
const AFTER_WORK = TUESDAY + 4;
const WEEKEND_EARLY = SATURDAY;
const WHOLE_WEEK = Array.from({ length: WEEK_PARTS }, (_, part) => part);
const at = (level: number, sport: LeveledSport["sport"] = "run"): LeveledSport => ({ sport, level });

interface Week {
  readonly parts?: readonly number[];
  readonly sports?: readonly LeveledSport[];
  readonly isShared?: boolean;
}

async function save(member: TestMember, { parts = [], sports = [], isShared = true }: Week): Promise<void> {
  const body = { parts: [...parts], sports: [...sports], isShared, consentVersion: TRAINING_CONSENT_VERSION };
  expect((await app.call(updateTraining, { body }, member.token)).status).toBe(200);
}
async function nextDay(): Promise<void> {
  time += 24 * 3600_000;
  await runJob(app.ctx, "apply-training-changes", {});
}

/** Each test has a town of its own, far from the others. */
let towns = 0;
let town = 0;
beforeEach(() => {
  town = 5 * towns++ - 120;
});

/** The week counts from the next day. */
async function make(week?: Week): Promise<TestMember> {
  const member = await createCompleteMember(app, { coordinates: { coordinates: [town, 20] } });
  if (week) await save(member, week);
  return member;
}

const cards = async ({ token }: TestMember) => (await app.call(browse, {}, token)).body.profiles;
const order = async (viewer: TestMember) => (await cards(viewer)).map(({ id }) => id);
const reasons = async (viewer: TestMember, other: TestMember) =>
  (await cards(viewer))
    .find(({ id }) => id === other.id)
    ?.reasons.filter(({ kind }) => kind === "time" || kind === "level")
    .map(({ text }) => text);
const shownWeek = async (viewer: TestMember, { id }: TestMember) =>
  (await app.call(getMember, { params: { userId: id } }, viewer.token)).body.week;
const filter = (viewer: TestMember, body: FiltersUpdate) => app.call(updateFilters, { body }, viewer.token);
const hasTimes = async ({ token }: TestMember) => (await app.call(getFilters, {}, token)).body.hasTimes;
const count = async (viewer: TestMember) =>
  (await app.call(countPeople, { body: { ...DEFAULT_FILTERS, sharedTimesOnly: true } }, viewer.token)).body.count;

describe("training weeks", () => {
  test("rank by shared times, then by a sport at about the same level", async () => {
    const viewer = await make({ parts: [EARLY, AFTER_WORK, WEEKEND_EARLY], sports: [at(2), at(3, "climb")] });
    const none = await make();
    const level = await make({ parts: [BY_DAY], sports: [at(3), at(4, "climb")] });
    const two = await make({ parts: [EARLY, AFTER_WORK] });
    const twoAndLevel = await make({ parts: [EARLY, AFTER_WORK, WEEKEND_EARLY, BY_DAY], sports: [at(1)] });
    const oneAndLevel = await make({ parts: [EARLY, EARLY + 1], sports: [at(5, "swim"), at(2, "climb")] });
    await nextDay();
    const ids = await order(viewer);
    expect([ids.indexOf(twoAndLevel.id), ids.indexOf(none.id)]).toEqual([0, 4]);
    expect(new Set(ids.slice(1, 3))).toEqual(new Set([two.id, oneAndLevel.id]));
    expect(ids.indexOf(level.id)).toBe(3);
    await addCrowd(app, viewer.id, { coordinates: { coordinates: [town, 20] } });
    const set = (await app.call(getDailySet, {}, viewer.token)).body.dailySet;
    expect(set?.profiles.map(({ id }) => id)).toEqual(ids);
  });

  test("give one reason of times and one of levels", async () => {
    const viewer = await make({ parts: [EARLY, AFTER_WORK], sports: [at(2), at(3, "climb"), at(1, "yoga")] });
    const cases: [Week, string[]][] = [
      [{ parts: [EARLY + 1] }, ["You both train early"]],
      [{ parts: [EARLY, AFTER_WORK + 1], sports: [at(3)] }, ["You both train early", "Close in pace: run"]],
      [
        { parts: [AFTER_WORK], sports: [at(1), at(3, "climb")] },
        ["You both train after work", "Same steady level: climb"],
      ],
      [{ sports: [at(2)] }, ["Same easy pace: run"]],
      [{ sports: [at(1, "yoga")] }, ["Both just starting: yoga"]],
      [{ parts: [BY_DAY], sports: [at(4), at(5, "swim")] }, []],
    ];
    const others = await Promise.all(cases.map(([week]) => make(week)));
    await nextDay();
    for (const [i, other] of others.entries()) expect(await reasons(viewer, other)).toEqual(cases[i]?.[1]);
  });

  test("stand before the other reasons, and levels behind them", async () => {
    const viewer = await make({ parts: [EARLY], sports: [at(2)] });
    const other = await make({ parts: [EARLY], sports: [at(2)] });
    await nextDay();
    const [card] = await cards(viewer);
    expect(card?.id).toBe(other.id);
    expect(card?.reasons.map(({ kind }) => kind)).toEqual(["time", "interests", "lookingFor", "level"]);
  });

  test("are shown to those who say the same of theirs", async () => {
    const other = await make({ parts: [EARLY, WEEKEND_EARLY], sports: [at(5, "climb"), at(3)] });
    const [both, times, sports] = [
      await make({ parts: [BY_DAY], sports: [at(1, "dance")] }),
      await make({ parts: [EARLY] }),
      await make({ sports: [at(3)] }),
    ];
    const [none, unshared, all] = [
      await make(),
      await make({ parts: [EARLY], sports: [at(3)], isShared: false }),
      await make({ parts: WHOLE_WEEK }),
    ];
    await nextDay();
    const parts = ["weekday_early", "weekend_early"];
    expect(await shownWeek(both, other)).toEqual({ parts, sports: [at(3), at(5, "climb")] });
    expect(await shownWeek(times, other)).toEqual({ parts, sports: [] });
    expect(await shownWeek(sports, other)).toEqual({ parts: [], sports: [at(3), at(5, "climb")] });
    for (const viewer of [none, unshared, all]) {
      expect(await shownWeek(viewer, other)).toBeNull();
      expect(await shownWeek(other, viewer)).toBeNull();
      expect(await reasons(viewer, other)).toEqual([]);
      expect(await reasons(other, viewer)).toEqual([]);
      expect(await count(viewer)).toBe(6);
    }
  });

  test.each(SORTS)("filter a search by %s, and its count", async (sort) => {
    const viewer = await make({ parts: [EARLY, AFTER_WORK] });
    const [early, evening] = [await make({ parts: [EARLY] }), await make({ parts: [BY_DAY, AFTER_WORK] })];
    await make({ parts: [BY_DAY], sports: [at(3)] });
    await make();
    await make({ parts: WHOLE_WEEK });
    await filter(viewer, { sharedTimesOnly: true, sort });
    // Nothing counts of the viewer's week today.
    expect(await hasTimes(viewer)).toBe(false);
    expect([(await order(viewer)).length, await count(viewer)]).toEqual([5, 5]);
    await nextDay();
    expect(new Set(await order(viewer))).toEqual(new Set([early.id, evening.id]));
    expect(await count(viewer)).toBe(2);
    expect(await hasTimes(viewer)).toBe(true);
  });

  test("count from the next day, and no longer at once", async () => {
    const viewer = await make({ parts: [EARLY], sports: [at(2)] });
    const other = await make({ parts: [EARLY], sports: [at(2)] });
    expect(await reasons(viewer, other)).toEqual([]);
    await nextDay();
    const before = ["You both train early", "Same easy pace: run"];
    expect(await reasons(viewer, other)).toEqual(before);
    await save(viewer, { parts: [AFTER_WORK] });
    await save(other, { parts: [AFTER_WORK] });
    expect(await reasons(viewer, other)).toEqual(before);
    await nextDay();
    expect(await reasons(viewer, other)).toEqual(["You both train after work"]);
    await save(other, { parts: [AFTER_WORK], isShared: false });
    expect(await reasons(viewer, other)).toEqual([]);
    expect(await shownWeek(viewer, other)).toBeNull();
    await save(other, { parts: [AFTER_WORK] });
    expect(await reasons(viewer, other)).toEqual([]);
    await nextDay();
    expect(await reasons(viewer, other)).toEqual(["You both train after work"]);
    await app.call(deleteTraining, {}, viewer.token);
    expect(await reasons(viewer, other)).toEqual([]);
    expect(await shownWeek(other, viewer)).toBeNull();
  });
});

test("a hidden member's week is shown on as before to those who still see them", async () => {
  const [viewer, other] = await createMatch(app);
  for (const member of [viewer, other]) await save(member, { parts: [EARLY] });
  await nextDay();
  await app.call(updatePrivacy, { body: { hidden: true } }, other.token);
  expect(await shownWeek(viewer, other)).toEqual({ parts: ["weekday_early"], sports: [] });
});
