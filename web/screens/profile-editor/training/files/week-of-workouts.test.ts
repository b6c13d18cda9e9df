import { describe, expect, test } from "vitest";
import { suggestWeek } from "#web/screens/profile-editor/training/files/week-of-workouts.ts";
import type { Workout } from "#web/screens/profile-editor/training/files/workout.ts";

const NOW = Date.parse("2026-11-27T12:00:00Z");
const MONDAY_EARLY = 0;
const TUESDAY_AFTER_WORK = 6 + 4;
const SUNDAY_MORNING = 6 * 6 + 1;

const at = (iso: string, rest: Partial<Workout> = {}): Workout => ({
  startedAt: Date.parse(iso),
  sport: "run",
  seconds: 1800,
  meters: 0,
  ...rest,
});

const suggest = (workouts: readonly Workout[], timeZone = "UTC") => suggestWeek(workouts, NOW, timeZone);

describe("the week", () => {
  test("has the parts in which somebody trained on two days, in the order of the week", () => {
    const week = suggest([
      at("2026-11-22T08:00:00Z"),
      at("2026-11-15T09:59:59Z"),
      at("2026-11-16T05:00:00Z"),
      at("2026-11-09T06:59:59Z"),
      // Once, and at night twice.
      at("2026-11-18T12:00:00Z"),
      at("2026-11-19T23:00:00Z"),
      at("2026-11-12T04:59:59Z"),
    ]);
    expect(week).toMatchObject({ parts: [MONDAY_EARLY, SUNDAY_MORNING], count: 7, isOld: false });
    expect(week?.from).toBe(Date.parse("2026-11-09T06:59:59Z"));
    expect(week?.to).toBe(Date.parse("2026-11-22T08:00:00Z"));
  });

  test("is by the clock of the device, over the change to winter time", () => {
    // 6:30 in Berlin, in summer and in winter time.
    const early = [at("2026-10-19T04:30:00Z"), at("2026-11-02T05:30:00Z")];
    expect(suggest(early, "Europe/Berlin")?.parts).toEqual([MONDAY_EARLY]);
    expect(suggest(early)?.parts).toEqual([]);
    // A Monday there is a Sunday elsewhere.
    const late = [at("2026-11-02T16:00:00Z"), at("2026-11-09T16:00:00Z")];
    expect(suggest(late, "Pacific/Kiritimati")?.parts).toEqual([6 * 1 + 0]);
  });

  test("does not count two workouts of one day", () => {
    expect(suggest([at("2026-11-22T08:00:00Z"), at("2026-11-22T09:00:00Z")])?.parts).toEqual([]);
  });

  test("leaves out what is older than eight weeks, or in the future", () => {
    const week = suggest([
      at("2026-11-24T18:00:00Z"),
      at("2026-11-17T18:00:00Z"),
      at("2026-09-28T06:00:00Z"),
      at("2026-09-21T06:00:00Z"),
      at("2027-01-04T06:00:00Z"),
      at("2027-01-11T06:00:00Z"),
    ]);
    expect(week).toMatchObject({ parts: [TUESDAY_AFTER_WORK], count: 2 });
  });

  test("of old files alone is that of the eight weeks before the newest one", () => {
    const week = suggest([at("2024-03-05T18:00:00Z"), at("2024-02-27T18:30:00Z"), at("2023-12-05T18:00:00Z")]);
    expect(week).toMatchObject({ parts: [TUESDAY_AFTER_WORK], count: 2, isOld: true });
    expect(week?.to).toBe(Date.parse("2024-03-05T18:00:00Z"));
  });

  test("is missing without workouts, and with some in the future only", () => {
    expect(suggest([])).toBeUndefined();
    expect(suggest([at("2030-01-01T12:00:00Z")])).toBeUndefined();
  });

  test("counts the same workout once that two devices recorded, with its sport and distance", () => {
    const times = ["2026-11-24T18:00:00Z", "2026-11-17T18:00:00Z", "2026-11-10T18:00:00Z"];
    const gpx = times.map((time) => at(time, { sport: undefined }));
    const fit = times.map((time) => at(time.replace("00:00", "01:59"), { seconds: 3000, meters: 10_000 }));
    const week = suggest([...gpx, ...fit]);
    expect(week).toMatchObject({ count: 3, parts: [TUESDAY_AFTER_WORK], levels: [{ sport: "run", speed: 12 }] });
    expect(suggest([at("2026-11-24T18:00:00Z"), at("2026-11-24T18:02:01Z")])?.count).toBe(2);
  });
});

describe("a level", () => {
  /** Runs of so many seconds a kilometer, on days in a row. */
  const runs = (...paces: readonly number[]) =>
    paces.map((pace, i) => at(`2026-11-${10 + i}T18:00:00Z`, { seconds: pace * 10, meters: 10_000 }));
  const rides = (...speeds: readonly number[]) =>
    speeds.map((kmh, i) => at(`2026-11-${10 + i}T10:00:00Z`, { sport: "ride", seconds: 7200, meters: kmh * 2000 }));
  const levels = (workouts: readonly Workout[]) =>
    suggest(workouts)?.levels.map(({ sport, level }) => `${sport} ${level}`);

  test.each([
    [[285, 285, 285], "run 5"],
    [[286, 286, 286], "run 4"],
    [[330, 330, 330], "run 4"],
    [[375, 375, 375], "run 3"],
    [[420, 420, 420], "run 2"],
    [[421, 421, 421], "run 1"],
    // The slower half: races do not count.
    [[240, 250, 360, 365, 370], "run 3"],
  ])("of runs with %j seconds a kilometer is %s", (paces, expected) => {
    expect(levels(runs(...paces))).toEqual([expected]);
  });

  test.each([
    [[19, 19, 19], "ride 1"],
    [[18, 20, 40], "ride 2"],
    [[24, 25, 30], "ride 3"],
    [[35, 30, 27], "ride 4"],
    [[32, 32, 32], "ride 5"],
  ])("of rides with %j km/h is %s", (speeds, expected) => {
    expect(levels(rides(...speeds))).toEqual([expected]);
  });

  test("needs three workouts that are long enough, with a distance that can be true", () => {
    expect(levels(runs(330, 330))).toEqual([]);
    expect(levels([...runs(330, 330), at("2026-11-20T18:00:00Z", { seconds: 200, meters: 600 })])).toEqual([]);
    expect(levels(runs(330, 330, 1200))).toEqual([]);
    expect(levels([...runs(330, 330), at("2026-11-20T18:00:00Z")])).toEqual([]);
    expect(levels(runs(330, 330, 330).map((run) => ({ ...run, sport: "hike" as const })))).toEqual([]);
  });

  test("is suggested for both sports", () => {
    expect(levels([...runs(360, 360, 360), ...rides(24, 24, 24)])).toEqual(["run 3", "ride 3"]);
  });
});
