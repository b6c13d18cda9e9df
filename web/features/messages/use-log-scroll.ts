import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

/** Closer to the bottom than this, a reader is at the bottom. */
const AT_BOTTOM = 80;

interface Edges {
  /** The last message's key. */
  newest: string | undefined;
  /** Whether that is one's own. */
  mine: boolean;
}

/**
 * Keeps a conversation where its reader is. The log is a reversed column, so the browser itself holds the distance to the
 * bottom: older pages, a growing input and a keyboard move nothing. Only a new message must not push the others up while
 * somebody reads further above.
 */
export function useLogScroll(ref: RefObject<HTMLElement | null>, { newest, mine }: Edges) {
  const [away, setAway] = useState(false);
  const [missed, setMissed] = useState(false);
  const seen = useRef(newest);
  const height = useRef(0);

  useLayoutEffect(() => {
    const log = ref.current;
    const before = seen.current;
    seen.current = newest;
    if (!log || before === newest || before === undefined) return;
    if (mine) log.scrollTop = 0;
    else if (log.scrollTop < -AT_BOTTOM) {
      log.scrollTop -= log.scrollHeight - height.current;
      setMissed(true);
    }
  }, [ref, newest, mine]);

  // After the one above, which needs the height before.
  useLayoutEffect(() => {
    height.current = ref.current?.scrollHeight ?? 0;
  });

  useEffect(() => {
    const log = ref.current;
    if (!log) return;
    const look = () => {
      setAway(log.scrollTop < -2 * AT_BOTTOM);
      if (log.scrollTop > -AT_BOTTOM) setMissed(false);
    };
    log.addEventListener("scroll", look, { passive: true });
    return () => log.removeEventListener("scroll", look);
  }, [ref]);

  const toBottom = useCallback(() => {
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    ref.current?.scrollTo({ top: 0, behavior: calm ? "auto" : "smooth" });
  }, [ref]);

  return { away: away || missed, missed, toBottom };
}
