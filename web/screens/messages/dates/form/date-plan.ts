import { DAY_MS, MINUTE_MS } from "#contract/durations.ts";
import {
  DATE_DAYS_AHEAD,
  DATE_MINUTES_AHEAD,
  DATE_MINUTES_MAX,
  DATE_MINUTES_MIN,
  DATE_PLACE_MAX,
  DATE_TIMES_MAX,
} from "#contract/training/date-rules.ts";
import type { Effort, Sport } from "#contract/training/sports.ts";
import type { DateDetails } from "#contract/training/workout-date.ts";
import { hourOf, type LocalTime, toInstant, toLocalTime } from "#web/domains/training/date-times.ts";
import type { FormErrors } from "#web/ui/form.ts";

export interface DatePlan {
  readonly sport: Sport | undefined;
  readonly times: readonly LocalTime[];
  readonly place: string;
  /** As typed, if it is none of the suggested lengths. */
  readonly minutes: string;
  readonly effort: Effort | undefined;
}

export const LENGTHS = ["45", "60", "90", "120"] as const;
const NO_TIME: LocalTime = { day: "", time: "" };

export const createPlan = (sport?: Sport): DatePlan => ({
  sport,
  times: [NO_TIME],
  place: "",
  minutes: "60",
  effort: undefined,
});

/** Times that have passed are left out. */
export function toPlan({ sport, times, timeZone, place, minutes, effort }: DateDetails, now: number): DatePlan {
  const ahead = times.map((time) => Date.parse(time)).filter((at) => at > now);
  return {
    sport,
    times: ahead.length > 0 ? ahead.map((at) => toLocalTime(at, timeZone)) : [NO_TIME],
    place,
    minutes: String(minutes),
    effort,
  };
}

export const withTime = (times: readonly LocalTime[], index: number, change: Partial<LocalTime>): LocalTime[] =>
  times.map((one, i) => (i === index ? { ...one, ...change } : one));

/** Another time is most likely on another day, at the same time of day. */
export const withAnotherTime = (times: readonly LocalTime[]): LocalTime[] =>
  times.length >= DATE_TIMES_MAX ? [...times] : [...times, { day: "", time: times.at(-1)?.time ?? "" }];

export const isSameTime = (one: LocalTime, other: LocalTime): boolean =>
  one.day === other.day && one.time === other.time;

/** In place of an empty one. No more than `DATE_TIMES_MAX` are added. */
export function toggleTime(times: readonly LocalTime[], time: LocalTime): LocalTime[] {
  const others = times.filter((one) => !isSameTime(one, time));
  if (others.length < times.length) return others.length > 0 ? others : [NO_TIME];
  const empty = times.findIndex(({ day }) => day === "");
  if (empty >= 0) return withTime(times, empty, time);
  return times.length >= DATE_TIMES_MAX ? [...times] : [...times, time];
}

export const listHours = (times: readonly LocalTime[], timeZone: string): number[] =>
  times.flatMap((time) => {
    const at = toInstant(time, timeZone);
    return Number.isNaN(at) ? [] : [hourOf(at, timeZone)];
  });

function findTimeError(times: readonly LocalTime[], timeZone: string, now: number): string | undefined {
  const instants = times.map((time) => toInstant(time, timeZone));
  if (instants.some((at) => Number.isNaN(at))) return "Choose a day and a time";
  if (instants.some((at) => at < now)) return "That time has passed";
  if (instants.some((at) => at < now + DATE_MINUTES_AHEAD * MINUTE_MS))
    return `Leave at least ${DATE_MINUTES_AHEAD} minutes until then`;
  if (instants.some((at) => at > now + DATE_DAYS_AHEAD * DAY_MS)) return `Plan at most ${DATE_DAYS_AHEAD} days ahead`;
  return new Set(instants).size < instants.length ? "Each time must be another one" : undefined;
}

/** In the order of the times. The server checks them again. */
export function toDetails(plan: DatePlan, timeZone: string): Omit<DateDetails, "sport"> & Partial<DateDetails> {
  const { sport, place, minutes, effort } = plan;
  const instants = plan.times.map((time) => toInstant(time, timeZone)).filter((at) => !Number.isNaN(at));
  return {
    ...(sport && { sport }),
    times: instants.toSorted((a, b) => a - b).map((at) => new Date(at).toISOString()),
    timeZone,
    minutes: Number(minutes),
    place: place.trim(),
    ...(effort && { effort }),
  };
}

function findMinutesError(minutes: string): string | undefined {
  const isValid = /^\d+$/.test(minutes) && Number(minutes) >= DATE_MINUTES_MIN && Number(minutes) <= DATE_MINUTES_MAX;
  return isValid ? undefined : `Choose ${DATE_MINUTES_MIN} to ${DATE_MINUTES_MAX} minutes`;
}

function findPlaceError(place: string): string | undefined {
  const { length } = Array.from(place.trim());
  if (length === 0) return "Say where";
  return length > DATE_PLACE_MAX ? `A place has up to ${DATE_PLACE_MAX} characters` : undefined;
}

/** Not by the schema, which a device without a network may not have loaded. */
export function validatePlan(plan: DatePlan, timeZone: string, now: number): FormErrors<DatePlan> {
  const errors = {
    sport: plan.sport ? undefined : "Choose a sport",
    times: findTimeError(plan.times, timeZone, now),
    place: findPlaceError(plan.place),
    minutes: findMinutesError(plan.minutes),
  };
  return Object.fromEntries(Object.entries(errors).filter(([, error]) => error !== undefined));
}
