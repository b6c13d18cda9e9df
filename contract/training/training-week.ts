import { COARSE_PARTS_MAX } from "#contract/limits.ts";

/** Monday first. */
export const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;

/** Hours from and to, in local time. */
export const DAY_PARTS = [
  { label: "Early", from: 5, to: 7 },
  { label: "Morning", from: 7, to: 10 },
  { label: "Midday", from: 10, to: 14 },
  { label: "Afternoon", from: 14, to: 17 },
  { label: "After work", from: 17, to: 20 },
  { label: "Evening", from: 20, to: 23 },
] as const;

/** The parts of a week: `day * DAY_PARTS.length + part`, from 0. */
export const WEEK_PARTS = WEEKDAYS.length * DAY_PARTS.length;

/** In the order of their bits. Until two members are matched, nothing finer of a week is used or shown. */
export const COARSE_PARTS = [
  "weekday_early",
  "weekday_day",
  "weekday_evening",
  "weekend_early",
  "weekend_day",
  "weekend_evening",
] as const;
export type CoarsePart = (typeof COARSE_PARTS)[number];

/** @param parts from 0 to `WEEK_PARTS - 1` */
export function coarseBits(parts: Iterable<number>): number {
  let bits = 0;
  for (const part of parts) {
    const isWeekend = part >= 5 * DAY_PARTS.length;
    // Two parts of a day each: early, day, evening.
    const third = Math.floor((part % DAY_PARTS.length) / 2);
    bits |= 1 << ((isWeekend ? 3 : 0) + third);
  }
  return bits;
}

const bitCount = (bits: number): number => COARSE_PARTS.filter((_, bit) => bits & (1 << bit)).length;

/** None if there are too many. */
export const countedBits = (bits: number): number => (bitCount(bits) > COARSE_PARTS_MAX ? 0 : bits);

export const coarsePartsOf = (bits: number): CoarsePart[] => COARSE_PARTS.filter((_, bit) => bits & (1 << bit));
