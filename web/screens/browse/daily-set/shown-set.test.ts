import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import type { DailySet } from "#contract/discovery/daily-set.ts";
import { recentPassesKey, setRecentlyPassed } from "#web/domains/members/daily-set.queries.ts";
import { formatWeek } from "#web/screens/browse/daily-set/daily-set.tsx";
import { toShownSet } from "#web/screens/browse/daily-set/shown-set.ts";

const week = (today: DailySet["week"][number]["state"]): DailySet["week"] => [
  { day: "2027-03-01", state: "done" },
  { day: "2027-03-02", state: "none" },
  { day: "2027-03-03", state: today },
  { day: "2027-03-04", state: "future" },
];

const set: DailySet = {
  day: "2027-03-03",
  size: 3,
  racked: 1,
  // Only the ids matter here.
  profiles: [{ id: "ada" }, { id: "ben" }] as DailySet["profiles"],
  week: week("open"),
  fullWeekSets: 4,
  fullWeekBonus: 1,
  bonus: "open",
};

const shown = (...decided: readonly string[]) => toShownSet(set, ({ id }) => decided.includes(id));

test("racks members who are decided on this device, and completes the set before the server knows", () => {
  expect(shown()).toMatchObject({ racked: 1, isDone: false, undecided: [{ id: "ada" }, { id: "ben" }] });
  expect(shown("ada", "somebody else")).toMatchObject({ racked: 2, isDone: false, undecided: [{ id: "ben" }] });
  expect(shown("ada", "ben")).toMatchObject({ racked: 3, isDone: true, undecided: [], week: week("done") });
  expect(shown("ada").week).toEqual(week("open"));
});

test("is not done while members are left who may not be shown today", () => {
  expect(toShownSet({ ...set, profiles: [] }, () => false)).toMatchObject({ undecided: [], isDone: false });
});

test("keeps passes of this visit until they are undone", () => {
  const cache = new QueryClient();
  const ids = () => cache.getQueryData(recentPassesKey);
  setRecentlyPassed(cache, "ada", true);
  setRecentlyPassed(cache, "ben", true);
  setRecentlyPassed(cache, "ben", true);
  expect(ids()).toEqual(["ada", "ben"]);
  setRecentlyPassed(cache, "ada", false);
  setRecentlyPassed(cache, "cat", false);
  expect(ids()).toEqual(["ben"]);
});

test.each([
  [{ bonus: "open" }, 1, "4 sets from Monday to Sunday give one free crush. 1 so far."],
  [{ bonus: "open" }, 4, "4 sets from Monday to Sunday give one free crush."],
  [{ bonus: "granted" }, 4, "Your week is full: one free crush, added to yours."],
  [
    { bonus: "needs_email" },
    4,
    "4 sets from Monday to Sunday give one free crush, once your email address is confirmed.",
  ],
  [{ bonus: "open", fullWeekBonus: 0 }, 1, "One this week."],
  [{ bonus: "needs_email", fullWeekBonus: 0 }, 3, "3 this week."],
  [{ bonus: "open", fullWeekBonus: 2 }, 2, "4 sets from Monday to Sunday give 2 free crushes. 2 so far."],
] as const)("says of a week with %j and %i done: %s", (change, done, text) =>
  expect(formatWeek({ ...shown(), ...change }, done)).toBe(text),
);
