import { describe, expect, test } from "vitest";
import { ageOn, isDay } from "#contract/members/age.ts";

describe("an age", () => {
  // @spec 5.date-birth-required
  test.each([
    ["2008-11-20", "2026-11-20T00:00:00Z", 18],
    ["2008-11-21", "2026-11-20T23:59:59Z", 17],
    ["2008-12-01", "2026-11-20T12:00:00Z", 17],
    ["2008-02-29", "2026-02-28T12:00:00Z", 17],
    ["2008-02-29", "2026-03-01T00:00:00Z", 18],
  ])("of somebody born %s on %s is %i", (born, today, age) => expect(ageOn(born, new Date(today))).toBe(age));
});

describe("a day", () => {
  test.each(["2000-02-29", "1996-04-12"])("%s exists", (day) => expect(isDay(day)).toBe(true));
  test.each(["2001-02-29", "1996-13-01", "1996-4-1", "today", ""])("%j does not", (day) =>
    expect(isDay(day)).toBe(false),
  );
});
