import { expect, test } from "vitest";
import { isUrgent, timeLeft } from "#web/console/time-left.ts";

const NOW = Date.parse("2026-11-26T12:00:00Z");
const after = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString();

test.each([
  [0, "0m"],
  [12, "12m"],
  [200, "3h 20m"],
  [3060, "2d 3h"],
  [-40, "40m late"],
  [-1500, "1d 1h late"],
])("%s minutes are '%s'", (minutes, text) => {
  expect(timeLeft(after(minutes), NOW)).toBe(text);
});

test("less than an hour, or none, is urgent", () => {
  expect([-5, 59, 61].map((minutes) => isUrgent(after(minutes), NOW))).toEqual([true, true, false]);
});
