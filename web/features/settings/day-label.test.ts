import { expect, test } from "vitest";
import { formatDayAndTime } from "#web/features/settings/day-label.ts";

const at = (day: number, hour: number) => new Date(2026, 10, day, hour);

test.each([
  [at(20, 23), "today at 11:00 PM"],
  [at(20, 0), "today at 12:00 AM"],
  [at(19, 23), "yesterday at 11:00 PM"],
  [at(19, 1), "yesterday at 1:00 AM"],
  [at(18, 23), "on November 18, 2026"],
  [new Date(2025, 10, 20, 9), "on November 20, 2025"],
])("%s is %j on November 20 at nine", (then, words) => {
  // Some systems write the time with a narrow space.
  expect(formatDayAndTime(then.toISOString(), at(20, 9).getTime()).replace(/ /g, " ")).toBe(words);
});
