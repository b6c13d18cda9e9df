import { expect, test } from "vitest";
import { addDay, findTimeZone, findTrainingTimes } from "#demo/demo-times.ts";

const FRIDAY = new Date("2026-11-27T18:00:00Z");

test.each([
  ["US", -73.9, "America/New_York"],
  ["US", -87.6, "America/Chicago"],
  ["US", -118.2, "America/Los_Angeles"],
  ["DE", 11.6, "Europe/Berlin"],
  ["AU", 115.9, "Australia/Perth"],
])("knows the clocks of a town in %s at %d degrees", (country, lng, expected) => {
  const offset = (zone = "") => new Date(FRIDAY).toLocaleString("en-US", { timeZone: zone });
  expect(offset(findTimeZone(country, lng, FRIDAY))).toBe(offset(expected));
});

test("knows none for a country that there is not", () => {
  expect(findTimeZone("ZZ", 0, FRIDAY)).toBeUndefined();
});

test("finds the next times of a week, from the day after tomorrow on", () => {
  // Saturday morning, Tuesday after work.
  const times = findTrainingTimes([5 * 6 + 1, 1 * 6 + 4], "America/Chicago", FRIDAY, 2);
  expect(times).toEqual(["2026-12-02T00:00:00.000Z", "2026-12-05T14:00:00.000Z"]);
  expect(findTrainingTimes([], "America/Chicago", FRIDAY, 1)).toEqual(["2026-12-05T14:00:00.000Z"]);
});

test("keeps the time of day over a change of the clocks", () => {
  expect(addDay("2026-03-07T15:00:00.000Z", "America/Chicago")).toBe("2026-03-08T14:00:00.000Z");
});
