import { SHARED_PARTS_MAX } from "#contract/training/date-rules.ts";
import type { WeekComparison } from "#contract/training/week-comparisons.ts";

/** `a` has the lower id. */
export type ComparisonSide = "a" | "b";
export const sideOf = (me: string, otherId: string): ComparisonSide => (me < otherId ? "a" : "b");

/** In their order. Some of many are picked evenly, so that it does not show how many more there are. */
export function findSharedParts(mine: readonly number[], theirs: readonly number[]): number[] {
  const shared = mine.filter((part) => theirs.includes(part));
  if (shared.length <= SHARED_PARTS_MAX) return shared;
  const step = (shared.length - 1) / (SHARED_PARTS_MAX - 1);
  return Array.from({ length: SHARED_PARTS_MAX }, (_, nth) => shared[Math.round(nth * step)] as number);
}

export interface StoredComparison {
  readonly hasAsked: boolean;
  readonly haveBothAsked: boolean;
  readonly parts: readonly number[] | null;
  readonly frozenUntil: Date | null;
}

/** An expired comparison does not count any more. */
export const isOver = ({ frozenUntil }: Pick<StoredComparison, "frozenUntil">, now: Date): boolean =>
  frozenUntil !== null && frozenUntil <= now;

/** The other member's question makes no difference before both have asked. @param stored undefined without any */
export function presentComparison(
  stored: StoredComparison | undefined,
  { sharesWeek, now }: { readonly sharesWeek: boolean; readonly now: Date },
): WeekComparison {
  const current = stored && !isOver(stored, now) ? stored : undefined;
  if (current?.frozenUntil && current.parts)
    return { state: "shown", parts: [...current.parts], until: current.frozenUntil.toISOString() };
  if (!sharesWeek) return { state: "no_week" };
  if (current?.frozenUntil) return { state: "resting", until: current.frozenUntil.toISOString() };
  return { state: current?.hasAsked ? "asked" : "open" };
}
