import { DAY_MS, HOUR_MS, MINUTE_MS } from "#contract/durations.ts";
import { formatDateAndClock, formatDayAndClock, formatShortDate, formatShortDay } from "#web/lib/format-date.ts";

const isSameYear = (then: Date, now: number): boolean => then.getFullYear() === new Date(now).getFullYear();

export function relativeTime(iso: string, now: number): string {
  const then = new Date(iso);
  const passed = now - then.getTime();
  if (passed < MINUTE_MS) return "Just now";
  if (passed < HOUR_MS) return `${Math.floor(passed / MINUTE_MS)}m ago`;
  if (passed < DAY_MS) return `${Math.floor(passed / HOUR_MS)}h ago`;
  if (passed < 7 * DAY_MS) return `${Math.floor(passed / DAY_MS)}d ago`;
  return (isSameYear(then, now) ? formatShortDay : formatShortDate)(then);
}

/** 'Thu, Nov 26, 3:35 PM', with the year if it is another one: 'Mon, Sep 1, 2025, 9:05 AM'. */
export function exactTime(iso: string, now: number): string {
  const then = new Date(iso);
  return (isSameYear(then, now) ? formatDayAndClock : formatDateAndClock)(then);
}
