import { type DateAct, type DateState, hasBegun, hasEnded } from "#contract/training/date-rules.ts";
import type { DateDetails } from "#contract/training/workout-date.ts";
import {
  factsOf,
  findReminderTime,
  findTimesError,
} from "#server/domains/training/workout-dates/workout-dates.policy.ts";
import type { DateRow, DateUpdate, DateValues } from "#server/domains/training/workout-dates/workout-dates.repo.ts";
import { AppError } from "#server/errors.ts";
import type { MessageSide } from "#server/platform/db/schema/relationships.ts";

/** @throws AppError invalid, for the field `times` */
export function readDetails({ times, timeZone, ...details }: DateDetails, now: Date): DateValues {
  const read = times.map((time) => new Date(time)).sort((a, b) => a.getTime() - b.getTime());
  const error = findTimesError(read, now);
  if (error !== undefined) throw AppError.field("invalid", "times", error);
  const { sport, minutes, place, effort } = details;
  return { sport, minutes, place, effort: effort ?? null, times: read, time_zone: timeZone };
}

export interface Act {
  readonly act: DateAct;
  readonly version: number;
  /** With `agree`: one of the proposed times. */
  readonly time?: string;
  /** With `counter` and `change`. */
  readonly details?: DateDetails;
}

const isSameTime = (a: Date, b: Date): boolean => a.getTime() === b.getTime();

/** Only while nothing has happened since. */
export function isRepeat(date: DateRow, by: MessageSide, { act, version, time, details }: Act): boolean {
  if (date.version !== version + 1 || date.last_act !== act) return false;
  // Both members may keep the agreement at once: neither is refused.
  if (date.changed_by !== by && act !== "keep") return false;
  if (time !== undefined) return date.starts_at !== null && isSameTime(date.starts_at, new Date(time));
  if (details === undefined) return true;
  const times = details.times.map((one) => new Date(one)).sort((a, b) => a.getTime() - b.getTime());
  return (
    details.place === date.place &&
    details.sport === date.sport &&
    details.minutes === date.minutes &&
    (details.effort ?? null) === date.effort &&
    times.length === date.times.length &&
    times.every((one, nth) => isSameTime(one, date.times[nth] as Date))
  );
}

export function applyAct(
  date: DateRow,
  { act, time, details }: Act,
  now: Date,
): Pick<DateUpdate, "values" | "earlier" | "starts_at" | "remind_at"> {
  if (act === "agree") {
    const chosen = date.times.find((one) => isSameTime(one, new Date(time ?? 0)));
    if (!chosen) throw AppError.field("invalid", "time", "Choose one of the proposed times");
    if (chosen <= now) throw new AppError("date_started");
    const remind_at = findReminderTime(chosen, date.time_zone, now);
    return { values: { times: [chosen] }, earlier: null, starts_at: chosen, remind_at };
  }
  if (act === "keep" && date.earlier && date.starts_at) {
    const { timeZone: time_zone, ...agreed } = date.earlier;
    return { values: { ...agreed, time_zone, times: [date.starts_at] }, earlier: null };
  }
  if (details === undefined) return {};
  const values = readDetails(details, now);
  if (act === "counter") return { values };
  const { sport, minutes, place, effort, time_zone: timeZone } = date;
  return { values, earlier: { sport, minutes, place, effort, timeZone } };
}

/** A date is agreed once, however often it is changed, and only an agreed one is called off. */
export function findCountedEvent(
  state: DateState,
  wasAgreed: boolean,
): "agreed" | "declined" | "called_off" | undefined {
  if (state === "declined") return "declined";
  if (state === "agreed") return wasAgreed ? undefined : "agreed";
  return state === "called_off" && wasAgreed ? "called_off" : undefined;
}

/** @throws AppError date_started */
export function assertStillAllowed(date: DateRow, act: DateAct, now: Date): void {
  const facts = factsOf(date);
  if (hasEnded(facts, now.getTime())) throw new AppError("date_started");
  // A trusted contact may be waiting for the end of the agreed date, so nothing else is agreed instead.
  if (hasBegun(facts, now.getTime()) && !["keep", "decline", "call_off"].includes(act))
    throw new AppError("date_started");
}
