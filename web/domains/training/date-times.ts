import { DAY_MS } from "#contract/durations.ts";
import { createTimeFormat } from "#contract/format.ts";
import { getDeviceZone } from "#web/lib/time-zone.ts";

/** Times of workout dates. They are shown in the time zone of their place, on which both members look alike. */

/** A day and a time as native inputs have them: 'YYYY-MM-DD' and 'HH:MM'. */
export interface LocalTime {
  readonly day: string;
  readonly time: string;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${timeZone} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? createTimeFormat({ ...options, timeZone });
  formats.set(key, format);
  return format;
}

const NUMERIC = {
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
} as const;

export function toLocalTime(at: number, timeZone: string): LocalTime {
  const parts = Object.fromEntries(
    formatIn(timeZone, NUMERIC)
      .formatToParts(at)
      .map((one) => [one.type, one.value]),
  );
  return { day: `${parts["year"]}-${parts["month"]}-${parts["day"]}`, time: `${parts["hour"]}:${parts["minute"]}` };
}

/** The wall clock's reading as if it were UTC. NaN if it is not one. */
const readWall = ({ day, time }: LocalTime): number => Date.parse(`${day}T${time}Z`);

const offsetAt = (at: number, timeZone: string): number => readWall(toLocalTime(at, timeZone)) - at;

/**
 * The time at which the clocks of a time zone show a day and a time: the first one if they do twice, and the one after
 * the change if they skip it. NaN if the day or the time is incomplete.
 */
export function toInstant(local: LocalTime, timeZone: string): number {
  const wall = readWall(local);
  if (Number.isNaN(wall)) return wall;
  const before = wall - offsetAt(wall - DAY_MS, timeZone);
  const after = wall - offsetAt(wall + DAY_MS, timeZone);
  const shows = (at: number): boolean => at + offsetAt(at, timeZone) === wall;
  const found = [before, after].filter(shows);
  return found.length > 0 ? Math.min(...found) : before;
}

export const hourOf = (at: number, timeZone: string): number => Number(toLocalTime(at, timeZone).time.slice(0, 2));

const dayNumber = (at: number, timeZone: string): number =>
  Date.parse(`${toLocalTime(at, timeZone).day}T00:00Z`) / DAY_MS;

/** 'Today', 'Tomorrow', 'In 3 days', 'Yesterday', '3 days ago', by the days of the time zone. */
export function formatDaysAhead(at: number, timeZone: string, now: number): string {
  const days = dayNumber(at, timeZone) - dayNumber(now, timeZone);
  if (days === 0) return "Today";
  if (Math.abs(days) === 1) return days > 0 ? "Tomorrow" : "Yesterday";
  return days > 0 ? `In ${days} days` : `${-days} days ago`;
}

const yearOf = (at: number, timeZone: string): string => toLocalTime(at, timeZone).day.slice(0, 4);

/** 'Saturday, November 28', or 'Sat, Nov 28' if `short`; with the year if it is another one. */
export function formatDateDay(at: number, timeZone: string, now: number, short = false): string {
  const [weekday, month] = short ? (["short", "short"] as const) : (["long", "long"] as const);
  const isThisYear = yearOf(at, timeZone) === yearOf(now, timeZone);
  return formatIn(timeZone, { weekday, month, day: "numeric", ...(!isThisYear && { year: "numeric" }) }).format(at);
}

/** '9:00 AM', with the time zone if the device is in one with another time: '9:00 AM CST'. */
export function formatClock(at: number, timeZone: string, deviceZone = getDeviceZone()): string {
  const isOther = offsetAt(at, timeZone) !== offsetAt(at, deviceZone);
  return formatIn(timeZone, {
    hour: "numeric",
    minute: "2-digit",
    ...(isOther && { timeZoneName: "short" }),
  }).format(at);
}

/** '45 min', '1 h', '1 h 30 min' */
export function formatMinutes(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter(Boolean).join(" ");
}
