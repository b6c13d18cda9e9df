import type { LeveledSport } from "#contract/training/training-form.ts";
import { coarseBits, countedBits, WEEK_PARTS } from "#contract/training/training-week.ts";
import { addDays } from "#server/domains/discovery/daily-sets/daily-sets.policy.ts";

/** A decimal number: 42 bits are too many for JavaScript's operators. */
export const weekOf = (parts: readonly number[]): string =>
  parts.reduce((bits, part) => bits | (1n << BigInt(part)), 0n).toString();

/** In their order. @param week bits, as a decimal number */
export function partsOf(week: string): number[] {
  const bits = BigInt(week);
  return Array.from({ length: WEEK_PARTS }, (_, part) => part).filter((part) => bits & (1n << BigInt(part)));
}

export interface CountedTraining {
  /** Coarse parts as bits; see `contract/training/training-week.ts`. */
  readonly coarse: number;
  readonly sports: readonly LeveledSport[];
}

export const NOTHING_COUNTED: CountedTraining = { coarse: 0, sports: [] };

interface Week {
  readonly week: string;
  readonly sports: readonly LeveledSport[];
  readonly is_shared: boolean;
}

/** From the next day on. */
export const countedOf = ({ week, sports, is_shared }: Week): CountedTraining =>
  is_shared ? { coarse: countedBits(coarseBits(partsOf(week))), sports } : NOTHING_COUNTED;

const textOf = (sports: readonly LeveledSport[]): string =>
  sports
    .map(({ sport, level }) => `${sport} ${level}`)
    .sort()
    .join();

export const isSameCount = (a: CountedTraining, b: CountedTraining): boolean =>
  a.coarse === b.coarse && textOf(a.sports) === textOf(b.sports);

interface StoredWeek extends Week {
  readonly counted_coarse: number;
  readonly counted_sports: readonly LeveledSport[];
  readonly counts_on: string | null;
}

/** The latest values count on this day (UTC), although they are not stored as counted yet. */
export const isDue = ({ counts_on }: Pick<StoredWeek, "counts_on">, today: string): boolean =>
  counts_on !== null && counts_on <= today;

/** In UTC. */
const countedOn = (stored: StoredWeek, today: string): CountedTraining =>
  isDue(stored, today) ? countedOf(stored) : { coarse: stored.counted_coarse, sports: stored.counted_sports };

/**
 * A change counts on the next day, so that nobody finds out others' weeks by changing their own again and again. Ending
 * the sharing counts at once.
 * @param stored undefined without an earlier week
 * @param today in UTC
 */
export function countsAfter(
  stored: StoredWeek | undefined,
  changed: Week,
  today: string,
): { readonly counted: CountedTraining; readonly countsOn: string | null } {
  if (!changed.is_shared) return { counted: NOTHING_COUNTED, countsOn: null };
  const counted = stored ? countedOn(stored, today) : NOTHING_COUNTED;
  return { counted, countsOn: isSameCount(counted, countedOf(changed)) ? null : addDays(today, 1) };
}
