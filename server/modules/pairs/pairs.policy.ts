import type { Pair } from "#server/db/tables.ts";

/** What stands between a member and another, read from that member's side. */
export const sideOf = (pair: Pair, me: string) => {
  const low = me === pair.low_id;
  return {
    otherId: low ? pair.high_id : pair.low_id,
    iCrushed: (low ? pair.low_crushed_at : pair.high_crushed_at) !== null,
    theyCrushed: (low ? pair.high_crushed_at : pair.low_crushed_at) !== null,
    myReadAt: low ? pair.low_read_at : pair.high_read_at,
    theirReadAt: low ? pair.high_read_at : pair.low_read_at,
  };
};

/** A match that stands: neither side has ended it. */
export const isMatched = (pair: Pair | undefined): pair is Pair =>
  pair !== undefined && pair.matched_at !== null && pair.ended_at === null;
