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
import { getLastSent } from "#web/features/messages/tab-state.ts";
import {
  findRangeBetween,
  getRange,
  INITIAL_VIEW,
  type IndexRange,
  sumHeights,
  type WindowView,
} from "#web/features/messages/virtual-window.ts";

/** Closer to the bottom than this, a reader is at the bottom. */
const BOTTOM_THRESHOLD_PX = 80;
/** In screens above and below the visible one: what is drawn, what must be drawn, and what is too much. */
const [DRAWN, NEEDED, TOO_MUCH] = [2, 1, 4];
/** The way to the bottom is shown if it is no longer than this many screens, and drawn. */
const SMOOTH_SCROLL_MAX = 4;

interface ScrollItem {
  readonly key: string;
  readonly isOwn: boolean;
  /** Here one had stopped reading. */
  readonly fresh: boolean;
}

/** What is read, and how far from the end of the list: when that changes, so must the scroll. */
interface Anchor {
  readonly key: string;
  readonly below: number;
  /** How far from the bottom of the screen. */
  readonly above: number;
}

/** Where one had been reading, with enough around it to be measured. */
const getViewAround = ({ key }: ScrollPosition): WindowView => ({ anchor: key, at: 0, before: 40, after: 40 });

const getBottom = (element: Element): number => element.getBoundingClientRect().bottom;

/** The lowest bubble that ends on the screen. */
function findAnchor(
  log: HTMLElement,
  list: HTMLElement,
  keys: readonly string[],
  { from }: IndexRange,
): Anchor | undefined {
  const edge = getBottom(log) + 1;
  const items = [...list.children];
  const i = Math.max(
    0,
    items.findLastIndex((item) => getBottom(item) <= edge),
  );
  const [item, key] = [items[i], keys[from + i]];
  if (!item || key === undefined) return undefined;
  return { key, below: getBottom(list) - getBottom(item), above: getBottom(log) - getBottom(item) };
}

/**
 * Keeps a conversation where its reader is, and draws no more of it than needed. The log is a reversed column, so the
 * browser itself holds the distance to the bottom: older pages, a growing input, a keyboard and the guessed height of what
 * was never drawn move nothing. Only what changes below a reader further above is made up for.
 */
export function useLogScroll(
  log: RefObject<HTMLElement | null>,
  list: RefObject<HTMLElement | null>,
  lines: readonly ScrollItem[],
  { restored: left, onPositionChange: onPlace }: ScrollRestoration,
) {
  const keys = useMemo(() => lines.map((line) => line.key), [lines]);
  const [start] = useState(() => (left && keys.includes(left.key) ? left : undefined));
  const [heights] = useState(() => new Map(start?.heights));
  const [view, setView] = useState<WindowView>(() => (start ? getViewAround(start) : INITIAL_VIEW));
  const [away, setAway] = useState(false);
  /** The newest message when its reader left the bottom. */
  const [seen, setSeen] = useState(start?.seen);
  const anchor = useRef<Anchor>(undefined);
  /** Where one had been reading, until one is there again. */
  const back = useRef(start);
  /** Where the reader is being led, while that is not drawn. */
  const goal = useRef<string>(undefined);
  /** The line above all that is new, if one has not been up there. */
  const [unseen, setUnseen] = useState<string>();
  const atLine = useRef<string>(undefined);
  const fresh = useMemo(() => lines.find((line) => line.fresh)?.key, [lines]);
  const span = getRange(view, keys);
  const newest = lines.at(-1);

  const measure = useEffectEvent(() => {
    for (const [i, item] of [...(list.current?.children ?? [])].entries()) {
      const key = keys[span.from + i];
      if (key !== undefined) heights.set(key, item.getBoundingClientRect().height);
    }
  });

  const hold = useEffectEvent(() => {
    const [scroller, items, held] = [log.current, list.current, anchor.current];
    const item = held && items?.children[keys.lastIndexOf(held.key) - span.from];
    if (!scroller || !items || !item) return;
    const below = getBottom(items) - getBottom(item);
    if (Math.abs(below - held.below) >= 1) scroller.scrollTop -= below - held.below;
    anchor.current = { ...held, below };
  });

  /** Puts what one had been reading where it was on the screen. */
  const goBack = useEffectEvent(({ key, above }: ScrollPosition) => {
    const [scroller, item] = [log.current, list.current?.children[keys.lastIndexOf(key) - span.from]];
    if (scroller && item) scroller.scrollTop += getBottom(item) + above - getBottom(scroller);
    back.current = undefined;
  });

  /** Leads up to a bubble: to where it is guessed to be, and on until it is drawn and at the top of the screen. */
  const leadTo = useEffectEvent((key: string | undefined) => {
    const [scroller, place] = [log.current, key === undefined ? -1 : keys.lastIndexOf(key)];
    const item = place < span.from ? undefined : list.current?.children[place - span.from];
    goal.current = item || place < 0 ? undefined : key;
    if (!scroller || place < 0) return;
    const { top, height } = scroller.getBoundingClientRect();
    if (item) scroller.scrollTop += item.getBoundingClientRect().top - top;
    else scroller.scrollTop = height - sumHeights(heights, keys, { from: place, to: keys.length });
  });

  const press = useEffectEvent((event: KeyboardEvent) => {
    const scroller = log.current;
    const plain = !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey;
    if (!scroller || !plain || (event.key !== "Home" && event.key !== "End")) return;
    event.preventDefault();
    if (event.key === "Home") return leadTo(keys[0]);
    goal.current = undefined;
    scroller.scrollTop = 0;
  });

  /** Sees where the reader is, and what has to be drawn there. */
  const look = useEffectEvent(() => {
    const [scroller, items] = [log.current, list.current];
    if (!scroller || !items) return;
    const [low, screen] = [-scroller.scrollTop, scroller.clientHeight];
    const around = (screens: number) =>
      findRangeBetween(heights, keys, low - screens * screen, low + (1 + screens) * screen);
    const atBottom = low < BOTTOM_THRESHOLD_PX;
    anchor.current = atBottom ? undefined : findAnchor(scroller, items, keys, span);
    const news = { from: fresh === undefined ? keys.length : keys.lastIndexOf(fresh), to: keys.length };
    if (sumHeights(heights, keys, news) <= low + screen) atLine.current = fresh;
    setUnseen(atLine.current === fresh ? undefined : fresh);
    setAway(low > 2 * BOTTOM_THRESHOLD_PX);
    setSeen((before) => (atBottom ? undefined : (before ?? newest?.key)));
    onPlace(anchor.current && { ...anchor.current, seen: seen ?? newest?.key, heights });
    const [needed, most] = [around(NEEDED), around(TOO_MUCH)];
    const enough = span.from <= needed.from && span.to >= needed.to && span.from >= most.from && span.to <= most.to;
    if (enough && (anchor.current === undefined) === (view.anchor === undefined)) return;
    const { from, to } = around(DRAWN);
    const key = anchor.current?.key;
    const at = key === undefined ? keys.length : keys.lastIndexOf(key);
    setView({ anchor: key, at, before: at - from, after: to - at });
  });

  const shown = useRef(getLastSent());
  useLayoutEffect(() => {
    const said = getLastSent();
    const isNew = said !== undefined && said !== shown.current && keys.includes(said.clientId);
    if (isNew) shown.current = said;
    measure();
    if (isNew && log.current) log.current.scrollTop = 0;
    else if (back.current) goBack(back.current);
    else if (goal.current !== undefined) leadTo(goal.current);
    else hold();
    look();
  });

  useEffect(() => {
    const scroller = log.current;
    if (!scroller) return;
    const resized = new ResizeObserver(() => {
      measure();
      hold();
      look();
    });
    if (list.current) resized.observe(list.current);
    resized.observe(scroller);
    const scrolled = () => look();
    const pressed = (event: KeyboardEvent) => press(event);
    scroller.addEventListener("scroll", scrolled, { passive: true });
    scroller.addEventListener("keydown", pressed);
    return () => {
      resized.disconnect();
      scroller.removeEventListener("scroll", scrolled);
      scroller.removeEventListener("keydown", pressed);
    };
  }, [log, list]);

  const toBottom = () => {
    const scroller = log.current;
    if (!scroller) return;
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const near = -scroller.scrollTop < SMOOTH_SCROLL_MAX * scroller.clientHeight && span.to === keys.length;
    scroller.scrollTo({ top: 0, behavior: near && !calm ? "smooth" : "auto" });
  };

  const toNews = (key: string) => {
    goal.current = key;
    setUnseen(undefined);
    log.current?.focus({ preventScroll: true });
  };

  const missed = useMemo(() => {
    const place = seen === undefined ? -1 : keys.lastIndexOf(seen);
    return place < 0 ? 0 : lines.slice(place + 1).filter((line) => !line.isOwn).length;
  }, [seen, keys, lines]);

  return {
    span,
    above: sumHeights(heights, keys, { from: 0, to: span.from }),
    below: sumHeights(heights, keys, { from: span.to, to: keys.length }),
    away: away || missed > 0,
    missed,
    toBottom,
    /** Leads up to where the news begin; undefined where that was on the screen. */
    toNews: unseen === undefined ? undefined : () => toNews(unseen),
  };
}

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
