import type { RenderedMessages } from "#web/screens/messages/log/scroll-anchor.ts";

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

/** Around a restored position, large enough to be measured. */
export const getViewAround = (anchor: string): WindowView => ({ anchor, at: 0, before: 40, after: 40 });

/** In screens above and below the visible part: how much is rendered, how much must be, and how much is too much. */
const [RENDERED_SCREENS, MIN_SCREENS, MAX_SCREENS] = [2, 1, 4];

/**
 * Height of a message that was never rendered. Only messages above the visible part are estimated, where errors move
 * nothing.
 */
const ESTIMATED_HEIGHT = 52;

const getHeight = (heights: ReadonlyMap<string, number>, key: string | undefined): number =>
  (key === undefined ? undefined : heights.get(key)) ?? ESTIMATED_HEIGHT;

export function measureHeights({ list, keys, from }: RenderedMessages, heights: Map<string, number>): void {
  for (const [i, item] of [...list.children].entries()) {
    const key = keys[from + i];
    if (key !== undefined) heights.set(key, item.getBoundingClientRect().height);
  }
}

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

const includesRange = (range: IndexRange, other: IndexRange): boolean =>
  range.from <= other.from && range.to >= other.to;

interface VisiblePart {
  /** Pixels from its bottom to the end of the list. */
  readonly offset: number;
  /** Its height. */
  readonly screen: number;
  /** Undefined at the newest message. */
  readonly anchor: string | undefined;
}

/** @returns undefined if what `view` renders is enough, and not too much */
export function findNextView(
  view: WindowView,
  heights: ReadonlyMap<string, number>,
  keys: readonly string[],
  { offset, screen, anchor }: VisiblePart,
): WindowView | undefined {
  const around = (screens: number) =>
    findRangeBetween(heights, keys, offset - screens * screen, offset + (1 + screens) * screen);
  const range = getRange(view, keys);
  const isSufficient = includesRange(range, around(MIN_SCREENS)) && includesRange(around(MAX_SCREENS), range);
  if (isSufficient && (anchor === undefined) === (view.anchor === undefined)) return undefined;
  const { from, to } = around(RENDERED_SCREENS);
  const at = anchor === undefined ? keys.length : keys.lastIndexOf(anchor);
  return { anchor, at, before: at - from, after: to - at };
}
