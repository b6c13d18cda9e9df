import { describe, expect, test } from "vitest";
import { appendRetryTime, formatFutureTime } from "#web/lib/time-ahead.ts";

const now = new Date(2026, 10, 3, 21, 30).getTime();
const at = (...when: [year: number, month: number, day: number, hour: number, minute: number]) =>
  new Date(...when).getTime();

describe("formatFutureTime", () => {
  test.each([
    [at(2026, 10, 3, 23, 59), "11:59 PM"],
    [at(2026, 10, 4, 9, 40), "9:40 AM tomorrow"],
    [at(2026, 10, 5, 9, 40), "November 5"],
    [at(2027, 9, 4, 9, 40), "October 4, 2027"],
  ])("formats %i as %s", (time, text) => expect(formatFutureTime(time, now)).toBe(text));
});

describe("appendRetryTime", () => {
  test("appends the time only to messages of lasting limits", () => {
    expect(appendRetryTime("That is 60 new people today.", "daily_crush_limit", 12 * 3600 + 600, now)).toBe(
      "That is 60 new people today. More from 9:40 AM tomorrow.",
    );
    expect(appendRetryTime("Please wait.", "message_rate_limit", 20, now)).toBe("Please wait.");
    expect(appendRetryTime("No.", undefined, 20, now)).toBe("No.");
  });
});
