import { useMemo, useRef, useState } from "react";
import { sumHeights } from "#web/screens/messages/log/virtual-window.ts";

export interface LogItem {
  readonly key: string;
  readonly isOwn: boolean;
  /** The first message that was unread when the conversation was opened. */
  readonly fresh: boolean;
}

/** Within this distance the reader counts as being at the bottom. */
const BOTTOM_THRESHOLD_PX = 80;

export const isAtBottom = (offset: number): boolean => offset < BOTTOM_THRESHOLD_PX;

/** Messages of the other member after the message `seen`. */
export function countMissed(items: readonly LogItem[], seen: string | undefined): number {
  const index = items.findLastIndex(({ key }) => key === seen);
  return index < 0 ? 0 : items.slice(index + 1).filter(({ isOwn }) => !isOwn).length;
}

/** What arrives while the reader is away from the bottom. */
export function useMissedMessages(items: readonly LogItem[], restoredSeen: string | undefined) {
  const [isAway, setIsAway] = useState(false);
  /** The newest message at the time when the reader left the bottom. */
  const [seen, setSeen] = useState(restoredSeen);
  const newest = items.at(-1)?.key;
  const missedCount = useMemo(() => countMissed(items, seen), [seen, items]);
  return {
    missedCount,
    isAway: isAway || missedCount > 0,
    newestSeen: seen ?? newest,
    /** @param offset pixels from the bottom */
    update: (offset: number) => {
      setIsAway(offset > 2 * BOTTOM_THRESHOLD_PX);
      setSeen((before) => (isAtBottom(offset) ? undefined : (before ?? newest)));
    },
  };
}

/** The first unread message, until the reader has been there. */
export function useUnreadMarker(
  items: readonly LogItem[],
  keys: readonly string[],
  heights: ReadonlyMap<string, number>,
) {
  const [unseen, setUnseen] = useState<string>();
  const visited = useRef<string>(undefined);
  const fresh = useMemo(() => items.find((item) => item.fresh)?.key, [items]);
  return {
    unseen,
    hide: () => setUnseen(undefined),
    /** @param reach pixels from the end of the list to the top of the visible part */
    update: (reach: number) => {
      const unread = { from: fresh === undefined ? keys.length : keys.lastIndexOf(fresh), to: keys.length };
      if (sumHeights(heights, keys, unread) <= reach) visited.current = fresh;
      setUnseen(visited.current === fresh ? undefined : fresh);
    },
  };
}
