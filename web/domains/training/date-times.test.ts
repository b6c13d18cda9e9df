import { expect, test } from "vitest";
import {
  formatClock,
  formatDateDay,
  formatDaysAhead,
  formatMinutes,
  hourOf,
  toInstant,
  toLocalTime,
} from "#web/domains/training/date-times.ts";

const CHICAGO = "America/Chicago";
const at = (iso: string): number => Date.parse(iso);
const NOW = at("2026-11-25T18:00:00Z");

test("a day and a time become an instant of their zone, and back", () => {
  const local = { day: "2026-11-28", time: "09:00" };
  const instant = toInstant(local, CHICAGO);
  expect(new Date(instant).toISOString()).toBe("2026-11-28T15:00:00.000Z");
  expect(toLocalTime(instant, CHICAGO)).toEqual(local);
  expect(toInstant({ day: "", time: "09:00" }, CHICAGO)).toBeNaN();
  expect(toInstant({ day: "2026-11-28", time: "" }, CHICAGO)).toBeNaN();
  expect(toLocalTime(at("2026-11-28T06:00:00Z"), CHICAGO)).toEqual({ day: "2026-11-28", time: "00:00" });
});

test("over a change of the clocks, each day has the time that was chosen", () => {
  // Clocks go forward on March 8, 2026 at 2 a.m., and back on November 1, 2026 at 2 a.m.
  const atNine = (day: string) => new Date(toInstant({ day, time: "09:00" }, CHICAGO)).toISOString();
  expect(atNine("2026-03-07")).toBe("2026-03-07T15:00:00.000Z");
  expect(atNine("2026-03-08")).toBe("2026-03-08T14:00:00.000Z");
  expect(atNine("2026-10-31")).toBe("2026-10-31T14:00:00.000Z");
  expect(atNine("2026-11-01")).toBe("2026-11-01T15:00:00.000Z");
});

test("a skipped time is the one after the change, and one that comes twice is the first", () => {
  const skipped = toInstant({ day: "2026-03-08", time: "02:30" }, CHICAGO);
  expect(toLocalTime(skipped, CHICAGO)).toEqual({ day: "2026-03-08", time: "03:30" });
  const twice = toInstant({ day: "2026-11-01", time: "01:30" }, CHICAGO);
  expect(new Date(twice).toISOString()).toBe("2026-11-01T06:30:00.000Z");
});

test("zones with odd offsets and beyond the date line keep their time", () => {
  for (const zone of ["Asia/Kathmandu", "Pacific/Kiritimati", "Pacific/Pago_Pago", "Australia/Lord_Howe", "UTC"])
    for (const day of ["2026-04-05", "2026-10-04", "2026-12-31"])
      expect(toLocalTime(toInstant({ day, time: "07:45" }, zone), zone)).toEqual({ day, time: "07:45" });
});

test("days are counted on the calendar of the place", () => {
  expect(formatDaysAhead(at("2026-11-26T05:59:00Z"), CHICAGO, NOW)).toBe("Today");
  expect(formatDaysAhead(at("2026-11-26T06:00:00Z"), CHICAGO, NOW)).toBe("Tomorrow");
  expect(formatDaysAhead(at("2026-11-28T15:00:00Z"), CHICAGO, NOW)).toBe("In 3 days");
  expect(formatDaysAhead(at("2026-11-24T15:00:00Z"), CHICAGO, NOW)).toBe("Yesterday");
  expect(formatDaysAhead(at("2026-11-20T15:00:00Z"), CHICAGO, NOW)).toBe("5 days ago");
  // The day with 25 hours is one day, too.
  expect(formatDaysAhead(at("2026-11-02T15:00:00Z"), CHICAGO, at("2026-10-31T15:00:00Z"))).toBe("In 2 days");
});

test("a day is written in words, with another year", () => {
  expect(formatDateDay(at("2026-11-28T15:00:00Z"), CHICAGO, NOW)).toBe("Saturday, November 28");
  expect(formatDateDay(at("2026-11-28T15:00:00Z"), CHICAGO, NOW, true)).toBe("Sat, Nov 28");
  expect(formatDateDay(at("2027-01-02T15:00:00Z"), CHICAGO, NOW, true)).toBe("Sat, Jan 2, 2027");
});

test("a time names its zone only where the device has another time", () => {
  const noon = at("2026-11-28T15:00:00Z");
  expect(formatClock(noon, CHICAGO, CHICAGO)).toBe("9:00 AM");
  expect(formatClock(noon, CHICAGO, "America/Winnipeg")).toBe("9:00 AM");
  expect(formatClock(noon, CHICAGO, "Europe/Berlin")).toBe("9:00 AM CST");
  expect(hourOf(noon, CHICAGO)).toBe(9);
});

test("minutes read as hours", () => {
  expect([45, 60, 90, 240].map(formatMinutes)).toEqual(["45 min", "1 h", "1 h 30 min", "4 h"]);
});
