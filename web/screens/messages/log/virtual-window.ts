/** Virtual scrolling: selects the messages to render. */

/** Half-open: includes `from`, excludes `to`. */
export interface IndexRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Around an anchor message, or before the end: it stays with the anchor when messages are added or removed. `at` is the
 * anchor's last index, in case it is deleted.
 */
export interface WindowView {
  readonly anchor: string | undefined;
  readonly at: number;
  readonly before: number;
  readonly after: number;
}

/** The newest messages, before anything is measured. */
export const INITIAL_VIEW: WindowView = { anchor: undefined, at: 0, before: 40, after: 0 };

/**
 * Height of a message that was never rendered. Only messages above the visible part are estimated, where errors move
 * nothing.
 */
const ESTIMATED_HEIGHT = 52;

const getHeight = (heights: ReadonlyMap<string, number>, key: string | undefined): number =>
  (key === undefined ? undefined : heights.get(key)) ?? ESTIMATED_HEIGHT;

export function getRange({ anchor, at, before, after }: WindowView, keys: readonly string[]): IndexRange {
  const found = anchor === undefined ? keys.length : keys.lastIndexOf(anchor);
  const index = found < 0 ? Math.min(at, keys.length) : found;
  return { from: Math.max(0, index - before), to: Math.min(keys.length, index + after) };
}

/** Distances in pixels from the end of the list. At least one message, if there are any. */
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

export function sumHeights(
  heights: ReadonlyMap<string, number>,
  keys: readonly string[],
  { from, to }: IndexRange,
): number {
  let sum = 0;
  for (let i = from; i < to; i++) sum += getHeight(heights, keys[i]);
  return sum;
}
