import { DAY_MS } from "#contract/durations.ts";
import { createTimeFormat } from "#contract/format.ts";
import { DAY_PARTS } from "#contract/training/training-week.ts";
import { type SuggestedLevel, suggestLevels } from "#web/screens/profile-editor/training/files/level-of-workouts.ts";
import type { Workout } from "#web/screens/profile-editor/training/files/workout.ts";

export const WEEKS = 8;
/** Days with a workout that make a part of the week usual. */
const DAYS_MIN = 2;
const WINDOW_MS = WEEKS * 7 * DAY_MS;
/** Two devices, or a device and an app, begin the same workout this close to each other. */
const SAME_MS = 2 * 60 * 1000;

export interface SuggestedWeek {
  /** As in `contract/training/training-week.ts`, ascending. */
  readonly parts: readonly number[];
  readonly levels: readonly SuggestedLevel[];
  readonly count: number;
  readonly from: number;
  readonly to: number;
  /** All workouts are older than eight weeks, so these are the eight weeks before the newest one. */
  readonly isOld: boolean;
}

/**
 * Parts with training on at least two days of the last eight weeks, and levels.
 * @param now in milliseconds since 1970
 * @param timeZone by default the device's
 * @returns undefined if there are no workouts
 */
export function suggestWeek(workouts: readonly Workout[], now: number, timeZone?: string): SuggestedWeek | undefined {
  // A device without the right time dates workouts into the future.
  const past = mergeSame(workouts.filter(({ startedAt }) => startedAt <= now + DAY_MS));
  const newest = past.at(-1)?.startedAt;
  if (newest === undefined) return undefined;
  const isOld = newest < now - WINDOW_MS;
  const since = (isOld ? newest : now) - WINDOW_MS;
  const counted = past.filter(({ startedAt }) => startedAt >= since);
  const from = counted[0]?.startedAt ?? newest;
  return {
    parts: listUsualParts(counted, timeZone),
    levels: suggestLevels(counted),
    count: counted.length,
    from,
    to: newest,
    isOld,
  };
}

/** By their start, with one instead of several that are the same. */
function mergeSame(workouts: readonly Workout[]): readonly Workout[] {
  const merged: Workout[] = [];
  for (const workout of workouts.toSorted((a, b) => a.startedAt - b.startedAt)) {
    const last = merged.at(-1);
    if (last === undefined || workout.startedAt - last.startedAt > SAME_MS) {
      merged.push(workout);
      continue;
    }
    // A GPX file has no distance; the same workout as a FIT file has one, and the time that belongs to it.
    const best = last.meters > 0 || workout.meters === 0 ? last : workout;
    merged[merged.length - 1] = { ...best, startedAt: last.startedAt, sport: last.sport ?? workout.sport };
  }
  return merged;
}

/** Several workouts on one day count once there: a warm-up and a race in files of their own are no habit. */
function listUsualParts(workouts: readonly Workout[], timeZone: string | undefined): readonly number[] {
  const format = createTimeFormat({
    timeZone,
    calendar: "gregory",
    numberingSystem: "latn",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    hourCycle: "h23",
  });
  const daysOfPart = new Map<number, Set<number>>();
  for (const { startedAt } of workouts) {
    const values = new Map(format.formatToParts(startedAt).map(({ type, value }) => [type, Number(value)]));
    const day = Date.UTC(values.get("year") ?? 0, (values.get("month") ?? 1) - 1, values.get("day"));
    const hour = values.get("hour") ?? 0;
    const part = DAY_PARTS.findIndex((one) => hour >= one.from && hour < one.to);
    if (part < 0) continue;
    // Monday is the first.
    const weekday = (new Date(day).getUTCDay() + 6) % 7;
    const index = weekday * DAY_PARTS.length + part;
    daysOfPart.set(index, (daysOfPart.get(index) ?? new Set<number>()).add(day));
  }
  return [...daysOfPart]
    .filter(([, days]) => days.size >= DAYS_MIN)
    .map(([index]) => index)
    .sort((a, b) => a - b);
}
