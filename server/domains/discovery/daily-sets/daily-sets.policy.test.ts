import { expect, test } from "vitest";
import {
  addDays,
  fullWeekSource,
  mondayOf,
  presentWeek,
} from "#server/domains/discovery/daily-sets/daily-sets.policy.ts";

test.each([
  ["2027-03-01", "2027-03-01"],
  ["2027-03-07", "2027-03-01"],
  ["2027-03-08", "2027-03-08"],
  ["2027-01-01", "2026-12-28"],
])("the week of %s begins on %s", (day, monday) => {
  expect(mondayOf(day)).toBe(monday);
  expect(fullWeekSource(day)).toBe(`full_week:${monday}`);
});

test("days are counted across months and leap days", () => {
  expect([addDays("2028-02-28", 1), addDays("2027-03-01", -1)]).toEqual(["2028-02-29", "2027-02-28"]);
});

test("a week has seven days, none of which is missed", () => {
  const states = (today: string, ...done: readonly string[]) =>
    presentWeek(today, new Set(done)).map(({ state }) => state);
  expect(presentWeek("2027-03-03", new Set()).map(({ day }) => day)).toEqual([
    "2027-03-01",
    "2027-03-02",
    "2027-03-03",
    "2027-03-04",
    "2027-03-05",
    "2027-03-06",
    "2027-03-07",
  ]);
  const [done, open, future, none] = ["done", "open", "future", "none"] as const;
  expect(states("2027-03-03", "2027-03-01")).toEqual([done, none, open, future, future, future, future]);
  expect(states("2027-03-07", "2027-03-07")).toEqual([none, none, none, none, none, none, done]);
});
