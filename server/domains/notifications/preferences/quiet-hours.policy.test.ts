import { expect, test } from "vitest";
import { type QuietHours, quietHours } from "#contract/notifications/quiet-hours.ts";
import { findQuietEnd } from "#server/domains/notifications/preferences/quiet-hours.policy.ts";

const BERLIN = "Europe/Berlin";
const NEW_YORK = "America/New_York";

test.each<[string, [from: number, until: number, timeZone: string], now: string, end: string | null]>([
  ["before they begin", [22, 7, BERLIN], "2026-11-22T20:59:59Z", null],
  ["as they begin", [22, 7, BERLIN], "2026-11-22T21:00:00Z", "2026-11-23T06:00:00Z"],
  ["after midnight", [22, 7, BERLIN], "2026-11-23T02:30:00Z", "2026-11-23T06:00:00Z"],
  ["as they end", [22, 7, BERLIN], "2026-11-23T06:00:00Z", null],
  ["within a day", [9, 17, NEW_YORK], "2026-11-23T15:00:00Z", "2026-11-23T22:00:00Z"],
  ["after those within a day", [9, 17, NEW_YORK], "2026-11-23T22:00:00Z", null],
  ["until midnight", [20, 0, NEW_YORK], "2026-11-24T03:00:00Z", "2026-11-24T05:00:00Z"],
  ["from midnight", [0, 6, NEW_YORK], "2026-11-24T05:00:00Z", "2026-11-24T11:00:00Z"],
  // The night before 29 March 2026 is an hour shorter, that before 25 October an hour longer.
  ["in a shorter night", [22, 7, BERLIN], "2026-03-28T21:30:00Z", "2026-03-29T05:00:00Z"],
  ["in a longer night", [22, 7, BERLIN], "2026-10-24T21:30:00Z", "2026-10-25T06:00:00Z"],
  ["if their end is skipped", [22, 2, BERLIN], "2026-03-28T22:00:00Z", "2026-03-29T01:00:00Z"],
  ["in the repeated hour", [22, 3, BERLIN], "2026-10-25T01:30:00Z", "2026-10-25T02:00:00Z"],
  ["in a zone of half hours", [22, 7, "Asia/Kolkata"], "2026-11-22T17:00:00Z", "2026-11-23T01:30:00Z"],
])("%s", (_, [from, until, timeZone], now, end) => {
  expect(findQuietEnd({ from, until, timeZone }, new Date(now))).toEqual(end === null ? null : new Date(end));
});

test("are off by default", () => {
  expect(findQuietEnd(null, new Date())).toBeNull();
});

test.each<[Partial<Record<keyof QuietHours, unknown>>, boolean]>([
  [{}, true],
  [{ timeZone: "UTC" }, true],
  [{ from: 7 }, false],
  [{ until: 24 }, false],
  [{ from: -1 }, false],
  [{ from: 1.5 }, false],
  [{ timeZone: "Nowhere/City" }, false],
  [{ timeZone: "+01:00" }, false],
  [{ timeZone: "" }, false],
  [{ timeZone: undefined }, false],
])("with %j are valid: %j", (change, isValid) => {
  expect(quietHours.safeParse({ from: 22, until: 7, timeZone: BERLIN, ...change }).success).toBe(isValid);
});
