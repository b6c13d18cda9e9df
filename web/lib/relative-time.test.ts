import { expect, test } from "vitest";
import { exactTime, relativeTime } from "#web/lib/relative-time.ts";

const now = new Date(2026, 10, 20, 12, 0, 0).getTime();
const ago = (seconds: number) => relativeTime(new Date(now - seconds * 1000).toISOString(), now);

// @spec 9.relative-times
test("shows 'Just now' below a minute and for future times", () => {
  expect(ago(0)).toBe("Just now");
  expect(ago(59)).toBe("Just now");
  expect(ago(-90)).toBe("Just now");
});

// @spec 9.relative-times
test("rounds minutes, hours and days down", () => {
  expect(ago(60)).toBe("1m ago");
  expect(ago(59 * 60 + 59)).toBe("59m ago");
  expect(ago(3600)).toBe("1h ago");
  expect(ago(24 * 3600 - 1)).toBe("23h ago");
  expect(ago(24 * 3600)).toBe("1d ago");
  expect(ago(7 * 24 * 3600 - 1)).toBe("6d ago");
});

// @spec 9.relative-times
test("shows a date from a week on, with its year if that is another", () => {
  expect(ago(7 * 24 * 3600)).toBe("Nov 13");
  expect(relativeTime(new Date(2025, 11, 31, 9).toISOString(), now)).toBe("Dec 31, 2025");
});

test("shows the exact time with the weekday, and with the year if that is another", () => {
  expect(exactTime(new Date(2026, 10, 24, 18, 31).toISOString(), now)).toBe("Tue, Nov 24, 6:31 PM");
  expect(exactTime(new Date(2025, 8, 1, 0, 5).toISOString(), now)).toBe("Mon, Sep 1, 2025, 12:05 AM");
});
