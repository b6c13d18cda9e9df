import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from "react";
import { getLastSent } from "#web/domains/chat/tab-state.ts";
import { createMessageTarget } from "#web/screens/messages/log/message-target.ts";
import {
  type Anchor,
  findAnchor,
  keepAnchor,
  type RenderedMessages,
  restoreAnchor,
} from "#web/screens/messages/log/scroll-anchor.ts";
import {
  isAtBottom,
  type LogItem,
  useMissedMessages,
  useUnreadMarker,
} from "#web/screens/messages/log/unseen-messages.ts";
import type { ScrollRestoration } from "#web/screens/messages/log/use-scroll-restoration.ts";
import {
  findNextView,
  getRange,
  getViewAround,
  INITIAL_VIEW,
  measureHeights,
  sumHeights,
  type WindowView,
} from "#web/screens/messages/log/virtual-window.ts";

/** Scrolling to the bottom is animated up to this many screens. */
const SMOOTH_SCROLL_MAX = 4;

/**
 * Keeps the reading position and renders only the messages around it. The log is a reversed column, so the browser
 * itself keeps the distance to the bottom: older pages, a growing composer, the keyboard and estimated heights move
 * nothing. Only changes below a reader who has scrolled up are compensated.
 */
export function useLogScroll(
  log: RefObject<HTMLElement | null>,
  list: RefObject<HTMLElement | null>,
  items: readonly LogItem[],
  { restored, onPositionChange: onPosition }: ScrollRestoration,
) {
  const keys = useMemo(() => items.map((item) => item.key), [items]);
  const [start] = useState(() => (restored && keys.includes(restored.key) ? restored : undefined));
  const [heights] = useState(() => new Map(start?.heights));
  const [view, setView] = useState<WindowView>(() => (start ? getViewAround(start.key) : INITIAL_VIEW));
  const [target] = useState(() => createMessageTarget(heights));
  const anchor = useRef<Anchor>(undefined);
  /** The restored position, until it is reached. */
  const pendingRestore = useRef(start);
  const missed = useMissedMessages(items, start?.seen);
  const unread = useUnreadMarker(items, keys, heights);
  const range = getRange(view, keys);

  const getRendered = (): RenderedMessages | undefined =>
    log.current && list.current ? { log: log.current, list: list.current, keys, from: range.from } : undefined;

  const keepPosition = (rendered: RenderedMessages) => {
    if (anchor.current) anchor.current = keepAnchor(rendered, anchor.current);
  };

  /** The anchor, what is unseen and the window to render. */
  const update = (rendered: RenderedMessages) => {
    const [offset, screen] = [-rendered.log.scrollTop, rendered.log.clientHeight];
    anchor.current = isAtBottom(offset) ? undefined : findAnchor(rendered);
    unread.update(offset + screen);
    missed.update(offset);
    onPosition(anchor.current && { ...anchor.current, seen: missed.newestSeen, heights });
    const next = findNextView(view, heights, keys, { offset, screen, anchor: anchor.current?.key });
    if (next) setView(next);
  };

  const lastShown = useRef(getLastSent());
  useLayoutEffect(() => {
    const rendered = getRendered();
    if (!rendered) return;
    const lastSent = getLastSent();
    const isNew = lastSent !== undefined && lastSent !== lastShown.current && keys.includes(lastSent.clientId);
    if (isNew) lastShown.current = lastSent;
    measureHeights(rendered, heights);
    if (isNew) rendered.log.scrollTop = 0;
    else if (pendingRestore.current) {
      restoreAnchor(rendered, pendingRestore.current);
      pendingRestore.current = undefined;
    } else if (!target.resume(rendered)) keepPosition(rendered);
    target.focusPending(rendered);
    update(rendered);
  });

  const handleResize = useEffectEvent(() => {
    const rendered = getRendered();
    if (!rendered) return;
    measureHeights(rendered, heights);
    keepPosition(rendered);
    update(rendered);
  });
  const handleScroll = useEffectEvent(() => {
    const rendered = getRendered();
    if (rendered) update(rendered);
  });
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const rendered = getRendered();
    if (rendered) target.handleKey(rendered, event);
  });
  useEffect(() => {
    const scroller = log.current;
    if (!scroller) return;
    const resizeObserver = new ResizeObserver(() => handleResize());
    if (list.current) resizeObserver.observe(list.current);
    resizeObserver.observe(scroller);
    const onScroll = () => handleScroll();
    const onKeyDown = (event: KeyboardEvent) => handleKey(event);
    scroller.addEventListener("scroll", onScroll, { passive: true });
    scroller.addEventListener("keydown", onKeyDown);
    return () => {
      resizeObserver.disconnect();
      scroller.removeEventListener("scroll", onScroll);
      scroller.removeEventListener("keydown", onKeyDown);
    };
  }, [log, list]);

  const scrollToBottom = () => {
    const scroller = log.current;
    if (!scroller) return;
    const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const near = -scroller.scrollTop < SMOOTH_SCROLL_MAX * scroller.clientHeight && range.to === keys.length;
    scroller.scrollTo({ top: 0, behavior: near && !reducedMotion ? "smooth" : "auto" });
  };

  const scrollToUnread = (key: string) => {
    target.scrollLater(key);
    unread.hide();
    log.current?.focus({ preventScroll: true });
  };

  const goTo = (key: string) => {
    const rendered = getRendered();
    if (rendered) target.goTo(rendered, key);
  };

  const { unseen } = unread;
  return {
    range,
    above: sumHeights(heights, keys, { from: 0, to: range.from }),
    below: sumHeights(heights, keys, { from: range.to, to: keys.length }),
    isAway: missed.isAway,
    missedCount: missed.missedCount,
    scrollToBottom,
    goTo,
    /** Undefined if the message has been visible. */
    scrollToUnread: unseen === undefined ? undefined : () => scrollToUnread(unseen),
  };
}
