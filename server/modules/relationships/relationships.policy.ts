import { UNANSWERED_MAX } from "#contract/limits.ts";
import type { Pair, Standing } from "#server/db/schema/tables.ts";

/** Which column is whose: two members are one row, the lower id first. */
export const sidesOf = (a: string, b: string) => (a < b ? { low: a, high: b } : { low: b, high: a });

/** What stands between a member and another, read from that member's side. */
export const sideOf = (pair: Pair, me: string) => {
  const low = me === pair.low_id;
  return {
    otherId: low ? pair.high_id : pair.low_id,
    iCrushed: (low ? pair.low_crushed_at : pair.high_crushed_at) !== null,
    theyCrushed: (low ? pair.high_crushed_at : pair.low_crushed_at) !== null,
    myReadAt: low ? pair.low_read_at : pair.high_read_at,
    myReceiptAt: low ? pair.low_receipt_at : pair.high_receipt_at,
    /** When they last read the conversation, as far as it is told. */
    theirReceiptAt: low ? pair.high_receipt_at : pair.low_receipt_at,
    iBlocked: low
      ? pair.low_blocked_at !== null && !pair.low_block_inherited
      : pair.high_blocked_at !== null && !pair.high_block_inherited,
    /** My block, where I am shown it. */
    isMyBlockListed: low ? pair.low_block_listed : pair.high_block_listed,
  };
};

/** Whether either of two has blocked the other, knowingly or not. */
export const isBlocked = (pair: Pair | undefined): boolean =>
  pair !== undefined && (pair.low_blocked_at !== null || pair.high_blocked_at !== null);

/** Whether either has sent the other a crush, whatever became of it. */
export const hasCrush = (pair: Pair): boolean => pair.low_crushed_at !== null || pair.high_crushed_at !== null;

/** Whether two members know each other: a crush was sent, and neither has ended contact since. */
export const isAcquainted = (pair: Pair | undefined): boolean =>
  pair !== undefined && pair.ended_at === null && hasCrush(pair);

/**
 * What somebody is told who wants something of another that a block stands before: who has blocked knows it, and who was
 * blocked does not hear that the other is there at all. Nor does who blocked somebody they could not
 * see, and of an inherited block neither hears.
 */
export function blockRefusal(pair: Pair | undefined, me: string): "blocked" | "profile_not_found" | undefined {
  if (!pair || !isBlocked(pair)) return undefined;
  return sideOf(pair, me).isMyBlockListed ? "blocked" : "profile_not_found";
}

/**
 * Whether two members' profiles are visible to each other, as far as one's standing allows: neither has ended contact or
 * blocked the other, and a hidden member is visible only where there was a crush between the two.
 */
export const isVisible = (pair: Pair | undefined, standing: Standing | undefined): boolean =>
  !isBlocked(pair) &&
  (pair === undefined || pair.ended_at === null) &&
  (standing === "active" || (standing === "hidden" && pair !== undefined && hasCrush(pair)));

/** A match that stood until one of the two deleted their account: the other can still read. */
export const isLeftBehind = (pair: Pair | undefined): pair is Pair => pair !== undefined && pair.gone_at !== null;

/** A match that stands: neither side has ended it. */
export const isMatched = (pair: Pair | undefined): pair is Pair =>
  pair !== undefined && pair.matched_at !== null && pair.ended_at === null;

/** After so many hours without an answer one may write again. */
export const UNANSWERED_HOURS = 24;
/** What is left of messages to one person is told from here on down. */
const UNANSWERED_TELL_FROM = 5;

/** How many messages in a row a side has sent, and when the last one. */
export interface Run {
  readonly length: number;
  readonly lastAt: Date;
}

/** The messages that a side has sent since the other did, where they count still. */
export function runOf(pair: Pair, me: string, now: Date): Run | undefined {
  const { run_of_low, run_length, run_last_at } = pair;
  if (run_last_at === null || run_of_low !== (me === pair.low_id)) return undefined;
  const endsAt = run_last_at.getTime() + UNANSWERED_HOURS * 3_600_000;
  return endsAt > now.getTime() ? { length: run_length, lastAt: run_last_at } : undefined;
}

/** How many more messages one may send before the other answers, where few are left, and when one may write anyway. */
export function unansweredLeft(run: Run | undefined): { left: number; until: string } | undefined {
  const left = UNANSWERED_MAX - (run?.length ?? 0);
  if (run === undefined || left > UNANSWERED_TELL_FROM) return undefined;
  return {
    left: Math.max(0, left),
    until: new Date(run.lastAt.getTime() + UNANSWERED_HOURS * 3_600_000).toISOString(),
  };
}
