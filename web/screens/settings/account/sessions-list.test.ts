import { expect, test } from "vitest";
import { formatDayAndTime } from "#web/screens/settings/account/sessions-list.tsx";

const at = (day: number, hour: number) => new Date(2026, 10, day, hour);

test.each([
  [at(20, 23), "today at 11:00 PM"],
  [at(20, 0), "today at 12:00 AM"],
  [at(19, 23), "yesterday at 11:00 PM"],
  [at(19, 1), "yesterday at 1:00 AM"],
  [at(18, 23), "on November 18, 2026"],
  [new Date(2025, 10, 20, 9), "on November 20, 2025"],
])("formats %s as %j relative to November 20, 9 AM", (time, expected) => {
  // Some ICU versions use a narrow no-break space before AM and PM.
  expect(formatDayAndTime(time.toISOString(), at(20, 9).getTime()).replace(/ /g, " ")).toBe(expected);
});
