/** Which of a conversation's bubbles are drawn: those that are seen, and some around them. */

/** From an index up to and without another. */
export interface IndexRange {
  readonly from: number;
  readonly to: number;
}

/**
 * A span that stays with what is read when bubbles are added or taken away: so many before and after the anchor, or
 * before the end. `at` is where the anchor was, should it be deleted.
 */
export interface WindowView {
  readonly anchor: string | undefined;
  readonly at: number;
  readonly before: number;
  readonly after: number;
}

/** The newest ones, before anything is measured. */
export const INITIAL_VIEW: WindowView = { anchor: undefined, at: 0, before: 40, after: 0 };

/** Pixels of a bubble that was never drawn. Only those above what is read are guessed, where it moves nothing. */
const ESTIMATED_HEIGHT = 52;

const getHeight = (heights: ReadonlyMap<string, number>, key: string | undefined): number =>
  (key === undefined ? undefined : heights.get(key)) ?? ESTIMATED_HEIGHT;

export function getRange({ anchor, at, before, after }: WindowView, keys: readonly string[]): IndexRange {
  const found = anchor === undefined ? keys.length : keys.lastIndexOf(anchor);
  const place = found < 0 ? Math.min(at, keys.length) : found;
  return { from: Math.max(0, place - before), to: Math.min(keys.length, place + after) };
}

/** What lies between two distances in pixels from the end of the list. At least one bubble, where there is any. */
export function findRangeBetween(
  heights: ReadonlyMap<string, number>,
  keys: readonly string[],
  low: number,
  high: number,
): IndexRange {
  let below = 0;
  let to = keys.length;
  let from = keys.length;
  while (from > 0 && (below < high || from === to)) {
    from--;
    below += getHeight(heights, keys[from]);
    if (below <= low && from > 0) to = from;
  }
  return { from, to };
}

/** The height of the bubbles from one index up to another. */
export function sumHeights(
  heights: ReadonlyMap<string, number>,
  keys: readonly string[],
  { from, to }: IndexRange,
): number {
  let sum = 0;
  for (let i = from; i < to; i++) sum += getHeight(heights, keys[i]);
  return sum;
}
