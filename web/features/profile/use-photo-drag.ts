import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useRef, useState } from "react";
import { type Box, findBoxAt, moveItem } from "#web/features/profile/photo-order.ts";

/** A mouse that goes farther than this, in pixels, drags; a finger that does so before it has rested scrolls. */
const DRAG_THRESHOLD_PX = 6;
/** How long a finger rests on a photo before it lifts it, in milliseconds. */
const LONG_PRESS_MS = 300;

/** A photo in the hand. */
interface DraggedPhoto {
  readonly id: string;
  /** Where it was taken from, in the window. */
  readonly box: Box;
  /** The ids in the order that letting go would make. */
  readonly order: readonly string[];
}

interface Options {
  /** The places, filled ones first, each with its photo's id in `data-photo`. */
  grid: RefObject<HTMLElement | null>;
  /** What is drawn while a photo is lifted, and follows the pointer. */
  ghost: RefObject<HTMLElement | null>;
  ids: readonly string[];
  disabled: boolean;
  /** @param box where it was let go of, in the window */
  onDrop: (id: string, order: readonly string[], box: Box) => void;
}

/** Takes photos to other places with a mouse, a pen or a finger. Escape puts one back. */
export function usePhotoDrag({ grid, ghost, ids, disabled, onDrop }: Options) {
  const [lift, setLift] = useState<DraggedPhoto>();
  // What was let go of stays where it is until the ids say so, too.
  const key = ids.join();
  const [dropped, setDropped] = useState({ key, order: ids });
  if (dropped.key !== key) setDropped({ key, order: ids });
  const lifted = useRef<DraggedPhoto>(undefined);
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);

  // A finger that holds a photo does not scroll. Has to stand there before the finger comes, and may not be passive.
  useEffect(() => {
    const place = grid.current;
    const hold = (event: TouchEvent) => {
      if (lifted.current && event.cancelable) event.preventDefault();
    };
    place?.addEventListener("touchmove", hold, { passive: false });
    return () => place?.removeEventListener("touchmove", hold);
  }, [grid]);

  const put = (next: DraggedPhoto | undefined) => {
    lifted.current = next;
    setLift(next);
  };

  const onPointerDown = (event: ReactPointerEvent<HTMLElement>) => {
    const tile = event.currentTarget;
    const { pointerId, clientX, clientY } = event;
    const id = tile.dataset["photo"];
    const onControl = (event.target as Element).closest("button") !== null;
    if (disabled || id === undefined || ids.length < 2 || event.button !== 0 || onControl) return;
    stop.current?.();
    const byTouch = event.pointerType === "touch";
    // Places do not move while photos change theirs; the page may.
    let places: Box[] = [];

    const take = () => {
      const { left, top } = getClientBox(grid.current);
      places = ids.map((one) => {
        const box = getClientBox(grid.current?.querySelector(`[data-photo="${one}"]`));
        return { ...box, left: box.left - left, top: box.top - top };
      });
      tile.setPointerCapture(pointerId);
      put({ id, box: shrinkToPointer(getClientBox(tile), places[1], clientX, clientY), order: ids });
    };
    const resting = byTouch ? setTimeout(take, LONG_PRESS_MS) : undefined;

    const move = (now: PointerEvent) => {
      if (now.pointerId !== pointerId) return;
      const [x, y] = [now.clientX - clientX, now.clientY - clientY];
      if (!lifted.current) {
        if (Math.hypot(x, y) <= DRAG_THRESHOLD_PX) return;
        if (byTouch) end();
        else take();
      }
      if (!lifted.current) return;
      if (ghost.current) ghost.current.style.translate = `${x}px ${y}px`;
      const { left, top } = getClientBox(grid.current);
      const at = findBoxAt(places, now.clientX - left, now.clientY - top);
      if (at >= 0 && lifted.current.order[at] !== id) {
        put({ ...lifted.current, order: moveItem(lifted.current.order, id, at) });
      }
    };
    const up = (now: PointerEvent) => {
      if (now.pointerId !== pointerId) return;
      const held = lifted.current;
      if (held && held.order.join() !== key) {
        setDropped({ key, order: held.order });
        onDrop(id, held.order, getClientBox(ghost.current));
      }
      end();
    };
    const cancel = (now: PointerEvent) => {
      if (now.pointerId === pointerId) end();
    };
    const onKey = (now: KeyboardEvent) => {
      if (now.key === "Escape") end();
    };
    function end(): void {
      clearTimeout(resting);
      listening.abort();
      put(undefined);
      stop.current = undefined;
    }
    const listening = new AbortController();
    const { signal } = listening;
    window.addEventListener("pointermove", move, { signal });
    window.addEventListener("pointerup", up, { signal });
    window.addEventListener("pointercancel", cancel, { signal });
    window.addEventListener("keydown", onKey, { signal });
    // A long touch would open the picture's own menu.
    if (byTouch) window.addEventListener("contextmenu", (menu) => menu.preventDefault(), { signal });
    stop.current = end;
  };

  return { lift, order: lift?.order ?? (dropped.key === key ? dropped.order : ids), onPointerDown };
}

/** A large photo would hide where it goes: it shrinks, under the pointer, to the size of the others. */
function shrinkToPointer(box: Box, other: Box | undefined, x: number, y: number): Box {
  if (!other || other.width >= box.width) return box;
  const { width, height } = other;
  return { left: x - width / 2, top: y - height / 2, width, height };
}

function getClientBox(element: Element | null | undefined): Box {
  const { left = 0, top = 0, width = 0, height = 0 } = element?.getBoundingClientRect() ?? {};
  return { left, top, width, height };
}
