import { useCallback, useState } from "react";
import { useLocation } from "react-router";

/** Where one was reading in a conversation, above its newest messages. */
export interface Place {
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
export interface Reading {
  /** Where to begin; undefined: at the newest message. */
  readonly left: Place | undefined;
  /** Called wherever one is; undefined at the newest message. */
  readonly onPlace: (place: Place | undefined) => void;
}

/** For as long as the page is open, each with the entry of the browser's history that it was left at. */
const places = new Map<string, Place & { readonly entry: string }>();

/**
 * Keeps where one reads in the conversation with a member while one is elsewhere. Whoever opens it for its news begins with
 * them; whoever comes back from another screen is where they were.
 */
export function useReadingPlace(me: string, userId: string, hasNews: boolean): Reading {
  const key = `${me} ${userId}`;
  const { key: entry } = useLocation();
  const [left] = useState(() => {
    const place = places.get(key);
    return hasNews && place?.entry !== entry ? undefined : place;
  });
  const onPlace = useCallback(
    (place: Place | undefined) => {
      if (place) places.set(key, { ...place, entry });
      else places.delete(key);
    },
    [key, entry],
  );
  return { left, onPlace };
}
