import { expect, test } from "vitest";
import { WEEK_PARTS } from "#contract/training/training-week.ts";
import { toInstant } from "#web/domains/training/date-times.ts";
import { describePart, findNextTime } from "#web/screens/messages/dates/form/next-part.ts";

const CHICAGO = "America/Chicago";
/** A Wednesday, 12:00 in Chicago. */
const NOON = Date.parse("2026-11-25T18:00:00Z");
const TUESDAY_AFTER_WORK = 1 * 6 + 4;
const WEDNESDAY_MORNING = 2 * 6 + 1;
const WEDNESDAY_AFTERNOON = 2 * 6 + 3;

test("a part is planned for its next day, an hour after it begins", () => {
  expect(findNextTime(TUESDAY_AFTER_WORK, CHICAGO, NOON)).toEqual({ day: "2026-12-01", time: "18:00" });
  expect(findNextTime(WEDNESDAY_AFTERNOON, CHICAGO, NOON)).toEqual({ day: "2026-11-25", time: "15:00" });
  expect(findNextTime(WEDNESDAY_MORNING, CHICAGO, NOON)).toEqual({ day: "2026-12-02", time: "08:00" });
});

test("a time that is less than an hour away is the one of next week", () => {
  const later = NOON + 2.5 * 3_600_000;
  expect(findNextTime(WEDNESDAY_AFTERNOON, CHICAGO, later)).toEqual({ day: "2026-12-02", time: "15:00" });
});

test("the weekday is the one of the time zone", () => {
  // Thursday, 7:00 in Auckland.
  expect(findNextTime(WEDNESDAY_AFTERNOON, "Pacific/Auckland", NOON)).toEqual({ day: "2026-12-02", time: "15:00" });
});

test("each part is within the next eight days, also over a change of the clocks", () => {
  for (const now of [NOON, Date.parse("2026-10-31T15:00:00Z"), Date.parse("2027-03-13T23:30:00Z")]) {
    for (let part = 0; part < WEEK_PARTS; part++) {
      const at = toInstant(findNextTime(part, CHICAGO, now), CHICAGO);
      expect(at).toBeGreaterThanOrEqual(now + 3_600_000);
      expect(at).toBeLessThan(now + 8.1 * 86_400_000);
    }
  }
});

test("a part reads as a day and a time of day", () => {
  expect(describePart(TUESDAY_AFTER_WORK)).toEqual({ name: "Tuesday, after work", hours: "5 PM to 8 PM" });
  expect(describePart(WEDNESDAY_MORNING + 1)).toEqual({ name: "Wednesday, midday", hours: "10 AM to 2 PM" });
});
