import { DAY_MS, HOUR_MS } from "#contract/durations.ts";
import { DAY_PARTS, WEEKDAYS } from "#contract/training/training-week.ts";
import { type LocalTime, toInstant, toLocalTime } from "#web/domains/training/date-times.ts";

/** Monday is 0. */
export const weekdayOf = (day: string): number => (new Date(`${day}T00:00Z`).getUTCDay() + WEEKDAYS.length - 1) % 7;

const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** Next week if the time is less than an hour away. @param weekday Monday is 0 @param time 'HH:MM' */
export function findNextDay(weekday: number, time: string, timeZone: string, now: number): LocalTime {
  const today = toLocalTime(now, timeZone).day;
  const ahead = (weekday - weekdayOf(today) + WEEKDAYS.length) % WEEKDAYS.length;
  const next = { day: addDays(today, ahead), time };
  const isTooSoon = toInstant(next, timeZone) < now + HOUR_MS;
  return isTooSoon ? { day: addDays(next.day, WEEKDAYS.length), time } : next;
}

/** An hour after the part begins, so that both can get there. */
export function findNextTime(part: number, timeZone: string, now: number): LocalTime {
  const hours = DAY_PARTS[part % DAY_PARTS.length];
  const time = `${String((hours?.from ?? 0) + 1).padStart(2, "0")}:00`;
  return findNextDay(Math.floor(part / DAY_PARTS.length), time, timeZone, now);
}

const clockHour = (hour: number): string => `${hour % 12 || 12} ${hour < 12 ? "AM" : "PM"}`;

/** 'Tuesday, after work', '5 PM to 8 PM'. */
export function describePart(part: number): { readonly name: string; readonly hours: string } {
  const day = WEEKDAYS[Math.floor(part / DAY_PARTS.length)] ?? "";
  const hours = DAY_PARTS[part % DAY_PARTS.length];
  if (!hours) return { name: day, hours: "" };
  const { label, from, to } = hours;
  return { name: `${day}, ${label.toLowerCase()}`, hours: `${clockHour(from)} to ${clockHour(to)}` };
}
