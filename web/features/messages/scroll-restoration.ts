import { useCallback, useState } from "react";
import { useLocation } from "react-router";

/** Where one was reading in a conversation, above its newest messages. */
export interface ScrollPosition {
  /** The lowest bubble that ended on the screen. */
  readonly key: string;
  /** Pixels from its end to the bottom of the screen. */
  readonly above: number;
  /** The newest message when one left the bottom. */
  readonly seen: string | undefined;
  /** How high the bubbles were that had been drawn. */
  readonly heights: ReadonlyMap<string, number>;
}

/** What a conversation's log is told of it, and tells. */
export interface ScrollRestoration {
  /** Where to begin; undefined: at the newest message. */
  readonly restored: ScrollPosition | undefined;
  /** Called wherever one is; undefined at the newest message. */
  readonly onPositionChange: (place: ScrollPosition | undefined) => void;
}

/** For as long as the page is open, each with the entry of the browser's history that it was left at. */
const positions = new Map<string, ScrollPosition & { readonly entry: string }>();

/**
 * Keeps where one reads in the conversation with a member while one is elsewhere. Whoever opens it for its news begins with
 * them; whoever comes back from another screen is where they were.
 */
export function useScrollRestoration(me: string, userId: string, hasNews: boolean): ScrollRestoration {
  const key = `${me} ${userId}`;
  const { key: entry } = useLocation();
  const [left] = useState(() => {
    const place = positions.get(key);
    return hasNews && place?.entry !== entry ? undefined : place;
  });
  const onPlace = useCallback(
    (place: ScrollPosition | undefined) => {
      if (place) positions.set(key, { ...place, entry });
      else positions.delete(key);
    },
    [key, entry],
  );
  return { restored: left, onPositionChange: onPlace };
}
