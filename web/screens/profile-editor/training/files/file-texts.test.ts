import { expect, test } from "vitest";
import {
  describeLeftOut,
  describeParts,
  describeSpan,
  describeSuggestedLevel,
  describeUnread,
  PROBLEM_TEXTS,
} from "#web/screens/profile-editor/training/files/file-texts.ts";

const week = { parts: [], levels: [], count: 3, isOld: false };
/** Noon of a day on the device. */
const noon = (year: number, month: number, day: number): number => new Date(year, month - 1, day, 12).getTime();

test("limits are named in problems", () => {
  expect(PROBLEM_TEXTS.large).toBe("more than 25 MB");
  expect(describeLeftOut(50)).toBeUndefined();
  expect(describeLeftOut(51)).toBe("We read the 50 newest of your 51 files.");
  expect([describeUnread(1), describeUnread(2)]).toEqual(["1 file could not be read", "2 files could not be read"]);
});

test("the days of workouts are named, with the year where they are old", () => {
  const span = { ...week, from: noon(2026, 10, 5), to: noon(2026, 11, 24) };
  expect(describeSpan(span)).toBe("From October 5 to November 24. We look at the last eight weeks.");
  expect(describeSpan({ ...span, from: span.to })).toBe("From November 24. We look at the last eight weeks.");
  expect(describeSpan({ ...span, to: noon(2024, 3, 5), isOld: true })).toBe(
    "All of them are older than eight weeks. These are the eight weeks up to March 5, 2024.",
  );
});

test("parts are named with their day", () => {
  expect(describeParts([])).toBe("");
  expect(describeParts([0, 10, 37])).toBe("Monday early, Tuesday after work, Sunday morning");
});

test.each([
  ["run", 3, 3600 / 350, "metric", "Run: Steady, about 5:50 a km"],
  ["run", 3, 3600 / 350, "us", "Run: Steady, about 9:25 a mile"],
  ["run", 2, 3600 / 419, "metric", "Run: Easy, about 7:00 a km"],
  ["ride", 2, 22.4, "metric", "Ride: Easy, about 22 km/h"],
  ["ride", 2, 22.4, "us", "Ride: Easy, about 14 mph"],
] as const)("the level in %s %d from %d km/h, %s", (sport, level, speed, units, text) => {
  expect(describeSuggestedLevel({ sport, level, speed }, units)).toBe(text);
});
