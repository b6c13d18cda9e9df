import { useCallback, useState } from "react";
import { useLocation } from "react-router";

export interface ScrollPosition {
  /** The lowest message whose end was visible. */
  readonly key: string;
  /** Pixels from its end to the bottom of the visible part. */
  readonly above: number;
  /** The newest message at the time when the reader left the bottom. */
  readonly seen: string | undefined;
  readonly heights: ReadonlyMap<string, number>;
}

export interface ScrollRestoration {
  /** The position to start at; undefined for the newest message. */
  readonly restored: ScrollPosition | undefined;
  /** Called on each change of the position; undefined at the newest message. */
  readonly onPositionChange: (position: ScrollPosition | undefined) => void;
}

/** Kept until the page is closed, with the history entry at which the reader left. */
const positions = new Map<string, ScrollPosition & { readonly entry: string }>();

/**
 * While other screens are shown. It is restored unless there are unread messages and the conversation is opened by a
 * new navigation.
 */
export function useScrollRestoration(me: string, userId: string, hasUnread: boolean): ScrollRestoration {
  const key = `${me} ${userId}`;
  const { key: entry } = useLocation();
  const [restored] = useState(() => {
    const position = positions.get(key);
    return hasUnread && position?.entry !== entry ? undefined : position;
  });
  const onPosition = useCallback(
    (position: ScrollPosition | undefined) => {
      if (position) positions.set(key, { ...position, entry });
      else positions.delete(key);
    },
    [key, entry],
  );
  return { restored, onPositionChange: onPosition };
}
