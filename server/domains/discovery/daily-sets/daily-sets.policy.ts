import type { DailySet } from "#contract/discovery/daily-set.ts";
import { DAY_MS } from "#contract/durations.ts";

/** Days are dates in UTC, as `YYYY-MM-DD`. */

const DAYS_IN_WEEK = 7;

export const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

export const addDays = (day: string, days: number): string => dayOf(new Date(Date.parse(day) + days * DAY_MS));

/** The Monday of a day's ISO week. */
export const mondayOf = (day: string): string =>
  addDays(day, -((new Date(day).getUTCDay() + DAYS_IN_WEEK - 1) % DAYS_IN_WEEK));

/** The ledger source of the bonus for a full week. A wallet has one bonus of each source. */
export const fullWeekSource = (day: string): string => `full_week:${mondayOf(day)}`;

/** The days of a week with their states. A day without a completed set is never reported as missed. */
export function presentWeek(today: string, completedDays: ReadonlySet<string>): DailySet["week"] {
  const monday = mondayOf(today);
  return Array.from({ length: DAYS_IN_WEEK }, (_, i) => {
    const day = addDays(monday, i);
    if (completedDays.has(day)) return { day, state: "done" };
    if (day > today) return { day, state: "future" };
    return { day, state: day === today ? "open" : "none" };
  });
}
