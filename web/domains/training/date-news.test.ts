import { expect, test } from "vitest";
import type { WorkoutDate } from "#contract/training/workout-date.ts";
import { describeNews } from "#web/domains/training/date-news.ts";

const [ME, KIM] = ["me", { _id: "kim", username: "Kim" }];
const NOW = Date.parse("2026-11-25T12:00:00Z");

const makeDate = (changed: Partial<WorkoutDate>): WorkoutDate => ({
  sport: "run",
  times: ["2026-11-28T15:00:00.000Z"],
  timeZone: "America/Chicago",
  minutes: 60,
  place: "The park",
  effort: "chatty",
  state: "proposed",
  changedBy: KIM._id,
  changedAt: "2026-11-25T11:00:00.000Z",
  turn: ME,
  version: 1,
  earlier: null,
  onMyWay: [],
  calendarUrl: null,
  ...changed,
});

test.each([
  [{}, "Kim asks you: Run, Sat, Nov 28, 9:00 AM"],
  [{ state: "countered" }, "Kim suggests: Run, Sat, Nov 28, 9:00 AM"],
  [{ state: "changed", sport: "ride" }, "Kim would like to change it: Ride, Sat, Nov 28, 9:00 AM"],
  [{ state: "agreed" }, "Kim agreed: Run, Sat, Nov 28, 9:00 AM"],
  [{ state: "agreed", kept: true }, "Kim would like to keep 9:00 AM: Run, Sat, Nov 28, 9:00 AM"],
  [{ state: "agreed", onMyWay: [ME] }, "Kim agreed: Run, Sat, Nov 28, 9:00 AM"],
  [{ state: "agreed", onMyWay: [ME, KIM._id] }, "Kim is on the way: Run, Sat, Nov 28, 9:00 AM"],
  [{ state: "declined" }, "Kim cannot make it: Run, Sat, Nov 28, 9:00 AM"],
  [{ state: "called_off" }, "Kim called it off: Run, Sat, Nov 28, 9:00 AM"],
] as const)("says what the other member has done: %j", (changed, text) => {
  const withoutZone = describeNews(makeDate(changed as Partial<WorkoutDate>), KIM, NOW).replaceAll(
    / C[DS]T(?=:|$)/g,
    "",
  );
  expect(withoutZone.replaceAll("\u202f", " ")).toBe(text);
});

test("names the first of several times", () => {
  const times = ["2026-11-29T15:00:00.000Z", "2026-11-28T15:00:00.000Z", "2026-11-30T15:00:00.000Z"];
  expect(describeNews(makeDate({ times }), KIM, NOW)).toMatch(/^Kim asks you: Run, Sat, Nov 28, 9:00.+ or 2 more$/);
});
