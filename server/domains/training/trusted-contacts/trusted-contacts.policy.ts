import { DAY_MS, HOUR_MS, MINUTE_MS } from "#contract/durations.ts";
import type { DateState } from "#contract/training/date-rules.ts";
import { SPORT_TEXTS, type Sport } from "#contract/training/sports.ts";
import { formatLocalTime } from "#server/domains/training/workout-dates/workout-dates.policy.ts";

/** Days for which a question to a contact can be answered. */
export const INVITATION_DAYS = 14;

/** Questions before this time have expired. */
export const findExpiry = (now: Date): Date => new Date(now.getTime() - INVITATION_DAYS * DAY_MS);
/** After the end of a date, and after "later". */
export const ASK_MINUTES = 60;
/** After the end of the date. */
export const PAGE_HOURS = 24;

export interface Named {
  readonly username: string;
  /** The contact's name for the member. */
  readonly known_as: string;
}

/** 'Ana (ana_runs on Spotter)'. */
export const fullName = ({ username, known_as }: Named): string => `${known_as} (${username} on Spotter)`;

export const afterMinutes = (at: Date, minutes: number): Date => new Date(at.getTime() + minutes * MINUTE_MS);

export const isPageOpen = (endsAt: Date, now: Date): boolean => now.getTime() < endsAt.getTime() + PAGE_HOURS * HOUR_MS;

export interface AgreedDate {
  readonly state: DateState;
  readonly sport: Sport;
  readonly place: string;
  readonly time_zone: string;
  readonly minutes: number;
  readonly starts_at: Date;
}

export const endOf = ({ starts_at, minutes }: Pick<AgreedDate, "starts_at" | "minutes">): Date =>
  afterMinutes(starts_at, minutes);

const nameZone = (timeZone: string): string => `${(timeZone.split("/").at(-1) ?? "").replaceAll("_", " ")} time`;

/** 'Sat, Nov 28, 9:00 AM (Denver time)'. */
export const formatZonedTime = (at: Date, timeZone: string): string =>
  `${formatLocalTime(at, timeZone)} (${nameZone(timeZone)})`;

/** 'Sat, Nov 28, 9:00 AM to 10:00 AM (Denver time)'. */
export function formatDateTimes(date: Pick<AgreedDate, "starts_at" | "minutes" | "time_zone">): string {
  const clock = formatLocalTime(endOf(date), date.time_zone).split(", ").at(-1);
  return `${formatLocalTime(date.starts_at, date.time_zone)} to ${clock} (${nameZone(date.time_zone)})`;
}

/** Three lines: sport and partner, time, place. */
export const summarizeDate = ({ other, ...date }: AgreedDate & { readonly other: string | null }): string =>
  `${SPORT_TEXTS[date.sport].label}${other === null ? "" : ` with ${other}`}\n${formatDateTimes(date)}\n${date.place.replace(/\s+/gu, " ")}`;
