import {
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useLocation } from "react-router";
import { findBubbleIn } from "#web/domains/chat/bubbles/use-message-keys.ts";
import { getLastSent } from "#web/domains/chat/tab-state.ts";
import {
  findRangeBetween,
  getRange,
  INITIAL_VIEW,
  type IndexRange,
  sumHeights,
  type WindowView,
} from "#web/screens/messages/log/virtual-window.ts";

/** Within this distance the reader counts as being at the bottom. */
const BOTTOM_THRESHOLD_PX = 80;
/** In screens above and below the visible part: how much is rendered, how much must be, and how much is too much. */
const [RENDERED_SCREENS, MIN_SCREENS, MAX_SCREENS] = [2, 1, 4];
/** Scrolling to the bottom is animated up to this many screens. */
const SMOOTH_SCROLL_MAX = 4;

interface ScrollItem {
  readonly key: string;
  readonly isOwn: boolean;
  readonly fresh: boolean;
}

/**
 * The message being read and its distance from the end of the list: when that distance changes, the scroll offset is
 * adjusted.
 */
interface Anchor {
  readonly key: string;
  readonly below: number;
  /** Distance from the bottom of the visible part. */
  readonly above: number;
}

/** A window around a restored position, large enough to be measured. */
const getViewAround = ({ key }: ScrollPosition): WindowView => ({ anchor: key, at: 0, before: 40, after: 40 });

const getBottom = (element: Element): number => element.getBoundingClientRect().bottom;

/** Its end has to be visible. */
function findAnchor(
  log: HTMLElement,
  list: HTMLElement,
  keys: readonly string[],
  { from }: IndexRange,
): Anchor | undefined {
  const edge = getBottom(log) + 1;
  const elements = [...list.children];
  const i = Math.max(
    0,
    elements.findLastIndex((item) => getBottom(item) <= edge),
  );
  const [item, key] = [elements[i], keys[from + i]];
  if (!item || key === undefined) return undefined;
  return { key, below: getBottom(list) - getBottom(item), above: getBottom(log) - getBottom(item) };
}

/**
 * Keeps the reading position and renders only the messages around it. The log is a reversed column, so the browser
 * itself keeps the distance to the bottom: older pages, a growing composer, the keyboard and estimated heights move
 * nothing. Only changes below a reader who has scrolled up are compensated.
 */
export function useLogScroll(
  log: RefObject<HTMLElement | null>,
  list: RefObject<HTMLElement | null>,
  items: readonly ScrollItem[],
  { restored, onPositionChange: onPosition }: ScrollRestoration,
) {
  const keys = useMemo(() => items.map((item) => item.key), [items]);
  const [start] = useState(() => (restored && keys.includes(restored.key) ? restored : undefined));
  const [heights] = useState(() => new Map(start?.heights));
  const [view, setView] = useState<WindowView>(() => (start ? getViewAround(start) : INITIAL_VIEW));
  const [isAway, setIsAway] = useState(false);
  /** The newest message at the time when the reader left the bottom. */
  const [seen, setSeen] = useState(start?.seen);
  const anchor = useRef<Anchor>(undefined);
  /** The restored position, until it is reached. */
  const pendingRestore = useRef(start);
  /** Target of a running jump, while it is not rendered. */
  const pendingTarget = useRef<string>(undefined);
  /** A message that gets the focus once it is rendered. */
  const pendingFocus = useRef<string>(undefined);
  /** The first unread message, if the reader has not been there. */
  const [unseen, setUnseen] = useState<string>();
  const visitedUnread = useRef<string>(undefined);
  const fresh = useMemo(() => items.find((item) => item.fresh)?.key, [items]);
  const range = getRange(view, keys);
  const newest = items.at(-1);

  const measure = useEffectEvent(() => {
    for (const [i, item] of [...(list.current?.children ?? [])].entries()) {
      const key = keys[range.from + i];
      if (key !== undefined) heights.set(key, item.getBoundingClientRect().height);
    }
  });

  const keepAnchor = useEffectEvent(() => {
    const [scroller, elements, previous] = [log.current, list.current, anchor.current];
    const item = previous && elements?.children[keys.lastIndexOf(previous.key) - range.from];
    if (!scroller || !elements || !item) return;
    const below = getBottom(elements) - getBottom(item);
    if (Math.abs(below - previous.below) >= 1) scroller.scrollTop -= below - previous.below;
    anchor.current = { ...previous, below };
  });

  const restorePosition = useEffectEvent(({ key, above }: ScrollPosition) => {
    const [scroller, item] = [log.current, list.current?.children[keys.lastIndexOf(key) - range.from]];
    if (scroller && item) scroller.scrollTop += getBottom(item) + above - getBottom(scroller);
    pendingRestore.current = undefined;
  });

  /** First to the estimated offset, and again until the message is rendered at the top. */
  const scrollToMessage = useEffectEvent((key: string | undefined) => {
    const [scroller, index] = [log.current, key === undefined ? -1 : keys.lastIndexOf(key)];
    const item = index < range.from ? undefined : list.current?.children[index - range.from];
    pendingTarget.current = item || index < 0 ? undefined : key;
    if (!scroller || index < 0) return;
    const { top, height } = scroller.getBoundingClientRect();
    if (item) scroller.scrollTop += item.getBoundingClientRect().top - top;
    else scroller.scrollTop = height - sumHeights(heights, keys, { from: index, to: keys.length });
  });

  const focusPending = useEffectEvent(() => {
    const index = pendingFocus.current === undefined ? -1 : keys.lastIndexOf(pendingFocus.current) - range.from;
    const bubble = findBubbleIn(list.current?.children[index]);
    if (!bubble) return;
    pendingFocus.current = undefined;
    bubble.focus({ preventScroll: true });
  });

  /** Or as soon as it is rendered. */
  const focusMessage = (scroller: HTMLElement, key: string | undefined) => {
    pendingFocus.current = key;
    // The focused message may be removed before the other one is rendered.
    scroller.focus({ preventScroll: true });
    focusPending();
  };

  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const scroller = log.current;
    const hasNoModifier = !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey;
    if (!scroller || !hasNoModifier || (event.key !== "Home" && event.key !== "End")) return;
    event.preventDefault();
    const key = event.key === "Home" ? keys[0] : keys.at(-1);
    if (event.target !== scroller) focusMessage(scroller, key);
    if (event.key === "Home") return scrollToMessage(key);
    pendingTarget.current = undefined;
    scroller.scrollTop = 0;
  });

  /** The anchor, the unread marker and the window to render. */
  const update = useEffectEvent(() => {
    const [scroller, elements] = [log.current, list.current];
    if (!scroller || !elements) return;
    const [offset, screen] = [-scroller.scrollTop, scroller.clientHeight];
    const around = (screens: number) =>
      findRangeBetween(heights, keys, offset - screens * screen, offset + (1 + screens) * screen);
    const atBottom = offset < BOTTOM_THRESHOLD_PX;
    anchor.current = atBottom ? undefined : findAnchor(scroller, elements, keys, range);
    const unreadRange = { from: fresh === undefined ? keys.length : keys.lastIndexOf(fresh), to: keys.length };
    if (sumHeights(heights, keys, unreadRange) <= offset + screen) visitedUnread.current = fresh;
    setUnseen(visitedUnread.current === fresh ? undefined : fresh);
    setIsAway(offset > 2 * BOTTOM_THRESHOLD_PX);
    setSeen((before) => (atBottom ? undefined : (before ?? newest?.key)));
    onPosition(anchor.current && { ...anchor.current, seen: seen ?? newest?.key, heights });
    const [needed, maximum] = [around(MIN_SCREENS), around(MAX_SCREENS)];
    const isSufficient =
      range.from <= needed.from && range.to >= needed.to && range.from >= maximum.from && range.to <= maximum.to;
    if (isSufficient && (anchor.current === undefined) === (view.anchor === undefined)) return;
    const { from, to } = around(RENDERED_SCREENS);
    const key = anchor.current?.key;
    const at = key === undefined ? keys.length : keys.lastIndexOf(key);
    setView({ anchor: key, at, before: at - from, after: to - at });
  });

  const lastShown = useRef(getLastSent());
  useLayoutEffect(() => {
    const lastSent = getLastSent();
    const isNew = lastSent !== undefined && lastSent !== lastShown.current && keys.includes(lastSent.clientId);
    if (isNew) lastShown.current = lastSent;
    measure();
    if (isNew && log.current) log.current.scrollTop = 0;
    else if (pendingRestore.current) restorePosition(pendingRestore.current);
    else if (pendingTarget.current !== undefined) scrollToMessage(pendingTarget.current);
    else keepAnchor();
    focusPending();
    update();
  });

  useEffect(() => {
    const scroller = log.current;
    if (!scroller) return;
    const resizeObserver = new ResizeObserver(() => {
      measure();
      keepAnchor();
      update();
    });
    if (list.current) resizeObserver.observe(list.current);
    resizeObserver.observe(scroller);
    const onScroll = () => update();
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
    pendingTarget.current = key;
    setUnseen(undefined);
    log.current?.focus({ preventScroll: true });
  };

  const goTo = (key: string) => {
    if (!log.current) return;
    scrollToMessage(key);
    focusMessage(log.current, key);
  };

  const missedCount = useMemo(() => {
    const index = seen === undefined ? -1 : keys.lastIndexOf(seen);
    return index < 0 ? 0 : items.slice(index + 1).filter((item) => !item.isOwn).length;
  }, [seen, keys, items]);

  return {
    range,
    above: sumHeights(heights, keys, { from: 0, to: range.from }),
    below: sumHeights(heights, keys, { from: range.to, to: keys.length }),
    isAway: isAway || missedCount > 0,
    missedCount,
    scrollToBottom,
    goTo,
    /** Undefined if the message has been visible. */
    scrollToUnread: unseen === undefined ? undefined : () => scrollToUnread(unseen),
  };
}

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
