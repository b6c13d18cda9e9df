import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useRef, useState } from "react";
import { type Box, findBoxAt, moveItem } from "#web/screens/profile-editor/photos/photo-order.ts";

/** A mouse that moves farther starts a drag. A finger that does so before the long press scrolls. */
const DRAG_THRESHOLD_PX = 6;
/** Duration of a touch that starts a drag. */
const LONG_PRESS_MS = 300;

interface DraggedPhoto {
  readonly id: string;
  readonly box: Box;
  readonly order: readonly string[];
}

interface Options {
  /** The grid of slots, photos first, with their ids in `data-photo`. */
  grid: RefObject<HTMLElement | null>;
  ghost: RefObject<HTMLElement | null>;
  ids: readonly string[];
  disabled: boolean;
  /** @param box where it was dropped, in the viewport */
  onDrop: (id: string, order: readonly string[], box: Box) => void;
}

/** With a mouse, a pen or a finger. Escape cancels. */
export function usePhotoDrag({ grid, ghost, ids, disabled, onDrop }: Options) {
  const [lift, setLift] = useState<DraggedPhoto>();
  // The dropped order stays until `ids` reflects it.
  const key = ids.join();
  const [dropped, setDropped] = useState({ key, order: ids });
  if (dropped.key !== key) setDropped({ key, order: ids });
  const dragged = useRef<DraggedPhoto>(undefined);
  const endDrag = useRef<() => void>(undefined);
  useEffect(() => () => endDrag.current?.(), []);

  // Dragging must not scroll. The listener has to exist before the touch starts and must not be passive.
  useEffect(() => {
    const element = grid.current;
    const preventScroll = (event: TouchEvent) => {
      if (dragged.current && event.cancelable) event.preventDefault();
    };
    element?.addEventListener("touchmove", preventScroll, { passive: false });
    return () => element?.removeEventListener("touchmove", preventScroll);
  }, [grid]);

  const setDragged = (next: DraggedPhoto | undefined) => {
    dragged.current = next;
    setLift(next);
  };

  const onPointerDown = (event: ReactPointerEvent<HTMLElement>) => {
    const tile = event.currentTarget;
    const { pointerId, clientX, clientY } = event;
    const id = tile.dataset["photo"];
    const isOnControl = (event.target as Element).closest("button") !== null;
    if (disabled || id === undefined || ids.length < 2 || event.button !== 0 || isOnControl) return;
    endDrag.current?.();
    const isTouch = event.pointerType === "touch";
    // Relative to the grid, because the page may scroll during the drag.
    let slots: Box[] = [];

    const startDrag = () => {
      const { left, top } = getClientBox(grid.current);
      slots = ids.map((one) => {
        const box = getClientBox(grid.current?.querySelector(`[data-photo="${one}"]`));
        return { ...box, left: box.left - left, top: box.top - top };
      });
      tile.setPointerCapture(pointerId);
      setDragged({ id, box: shrinkToPointer(getClientBox(tile), slots[1], clientX, clientY), order: ids });
    };
    const longPressTimer = isTouch ? setTimeout(startDrag, LONG_PRESS_MS) : undefined;

    const onMove = (now: PointerEvent) => {
      if (now.pointerId !== pointerId) return;
      const [x, y] = [now.clientX - clientX, now.clientY - clientY];
      if (!dragged.current) {
        if (Math.hypot(x, y) <= DRAG_THRESHOLD_PX) return;
        if (isTouch) end();
        else startDrag();
      }
      if (!dragged.current) return;
      if (ghost.current) ghost.current.style.translate = `${x}px ${y}px`;
      const { left, top } = getClientBox(grid.current);
      const at = findBoxAt(slots, now.clientX - left, now.clientY - top);
      if (at >= 0 && dragged.current.order[at] !== id) {
        setDragged({ ...dragged.current, order: moveItem(dragged.current.order, id, at) });
      }
    };
    const onUp = (now: PointerEvent) => {
      if (now.pointerId !== pointerId) return;
      const final = dragged.current;
      if (final && final.order.join() !== key) {
        setDropped({ key, order: final.order });
        onDrop(id, final.order, getClientBox(ghost.current));
      }
      end();
    };
    const onCancel = (now: PointerEvent) => {
      if (now.pointerId === pointerId) end();
    };
    const onKey = (now: KeyboardEvent) => {
      if (now.key === "Escape") end();
    };
    function end(): void {
      clearTimeout(longPressTimer);
      controller.abort();
      setDragged(undefined);
      endDrag.current = undefined;
    }
    const controller = new AbortController();
    const { signal } = controller;
    window.addEventListener("pointermove", onMove, { signal });
    window.addEventListener("pointerup", onUp, { signal });
    window.addEventListener("pointercancel", onCancel, { signal });
    window.addEventListener("keydown", onKey, { signal });
    // A long press would open the image's context menu.
    if (isTouch) window.addEventListener("contextmenu", (menu) => menu.preventDefault(), { signal });
    endDrag.current = end;
  };

  return { lift, order: lift?.order ?? (dropped.key === key ? dropped.order : ids), onPointerDown };
}

/** A large photo would cover its target, so it shrinks to the size of the others, under the pointer. */
function shrinkToPointer(box: Box, other: Box | undefined, x: number, y: number): Box {
  if (!other || other.width >= box.width) return box;
  const { width, height } = other;
  return { left: x - width / 2, top: y - height / 2, width, height };
}

function getClientBox(element: Element | null | undefined): Box {
  const { left = 0, top = 0, width = 0, height = 0 } = element?.getBoundingClientRect() ?? {};
  return { left, top, width, height };
}
