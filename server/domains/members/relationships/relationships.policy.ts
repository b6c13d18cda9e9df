import { HOUR_MS } from "#contract/durations.ts";
import { UNANSWERED_MAX } from "#contract/limits.ts";
import type { RelationshipSide } from "#server/platform/db/schema/relationships.ts";

/** Two members are one row of `relationships`: member A has the lower id. */
export const orderPair = (one: string, other: string) =>
  one < other ? { memberA: one, memberB: other } : { memberA: other, memberB: one };

/** One has sent a crush, and neither has ended contact since. */
export const isAcquainted = (side: RelationshipSide | undefined): boolean => side?.is_open === true && side.has_crush;

export const isMatched = (side: RelationshipSide | undefined): side is RelationshipSide => side?.is_matched === true;

/** The other member can still read the conversation. */
export const isOrphaned = (side: RelationshipSide | undefined): side is RelationshipSide =>
  side !== undefined && side.orphaned_at !== null;

/**
 * Blocked members must not learn that the other exists, nor must those who blocked a member they could not see, nor
 * either side of an inherited block.
 */
export function blockError(side: RelationshipSide | undefined): "blocked" | "profile_not_found" | undefined {
  if (!side || (side.i_blocked_at === null && side.they_blocked_at === null)) return undefined;
  return side.is_my_block_listed ? "blocked" : "profile_not_found";
}

/** Hours after which a member may write again without an answer. */
export const UNANSWERED_HOURS = 24;
/** The number of messages left is shown from this number on. */
const UNANSWERED_SHOWN_FROM = 5;

/** The number of unanswered messages of a member, and the time of the last one. */
export interface MessageRun {
  readonly length: number;
  readonly lastAt: Date;
}

/** The messages that I have sent since the other member last did; undefined once they no longer count. */
export function runOf(
  { is_my_run, run_length, run_last_at }: Pick<RelationshipSide, "is_my_run" | "run_length" | "run_last_at">,
  now: Date,
): MessageRun | undefined {
  if (run_last_at === null || !is_my_run) return undefined;
  const endsAt = run_last_at.getTime() + UNANSWERED_HOURS * HOUR_MS;
  return endsAt > now.getTime() ? { length: run_length, lastAt: run_last_at } : undefined;
}

/** Messages left before the other member must answer, if few are left, and when the sender may write regardless. */
export function unansweredLeft(run: MessageRun | undefined): { left: number; until: string } | undefined {
  const left = UNANSWERED_MAX - (run?.length ?? 0);
  if (run === undefined || left > UNANSWERED_SHOWN_FROM) return undefined;
  return {
    left: Math.max(0, left),
    until: new Date(run.lastAt.getTime() + UNANSWERED_HOURS * HOUR_MS).toISOString(),
  };
}
