import type { Pair } from "#server/db/tables.ts";

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
    iBlocked: (low ? pair.low_blocked_at : pair.high_blocked_at) !== null,
    theyBlocked: (low ? pair.high_blocked_at : pair.low_blocked_at) !== null,
  };
};

/** Whether either of two has blocked the other. */
export const isBlocked = (pair: Pair | undefined): boolean =>
  pair !== undefined && (pair.low_blocked_at !== null || pair.high_blocked_at !== null);

/** Whether either has sent the other a crush, whatever became of it. */
export const hasCrush = (pair: Pair): boolean => pair.low_crushed_at !== null || pair.high_crushed_at !== null;

/**
 * What somebody is told who wants something of another that a block stands before: who has blocked knows it, and who was
 * blocked does not hear that the other is there at all.
 */
export function blockRefusal(pair: Pair | undefined, me: string): "blocked" | "profile_not_found" | undefined {
  const side = pair && sideOf(pair, me);
  if (side?.iBlocked) return "blocked";
  return side?.theyBlocked ? "profile_not_found" : undefined;
}

/** A match that stood until one of the two deleted their account: the other can still read. */
export const isLeftBehind = (pair: Pair | undefined): pair is Pair => pair !== undefined && pair.gone_at !== null;

/** A match that stands: neither side has ended it. */
export const isMatched = (pair: Pair | undefined): pair is Pair =>
  pair !== undefined && pair.matched_at !== null && pair.ended_at === null;
