import { type PointerEvent, useRef, useState } from "react";

/** Minimum distance of a swipe in pixels. */
const SWIPE_MIN = 50;
/** Pixels after which the direction of a movement is decided. */
const DIRECTION_THRESHOLD = 8;
/** Fraction of the distance by which the screens follow a swipe beyond the first or last one. */
const RESISTANCE = 0.3;

/**
 * Follows a horizontal swipe and changes the page if it was long enough.
 * @param turn called with 1 for the next page, -1 for the previous one
 * @returns the pixels dragged so far, undefined without a drag, and the event handlers
 */
export function useSwipe(turn: (steps: 1 | -1) => void, { first, last }: { first: boolean; last: boolean }) {
  /** A ref, because the state may not be updated yet when the pointer is released. */
  const start = useRef<{ id: number; x: number; y: number; dragging: boolean }>(null);
  const [dragged, setDragged] = useState<number>();
  const isBeyondEdge = (distance: number) => (distance > 0 ? first : last);

  const end = () => {
    start.current = null;
    setDragged(undefined);
  };
  const handlers = {
    onPointerDown({ isPrimary, button, pointerId: id, clientX: x, clientY: y }: PointerEvent) {
      if (isPrimary && button === 0) start.current = { id, x, y, dragging: false };
    },
    onPointerMove({ pointerId, clientX, clientY, currentTarget }: PointerEvent) {
      const from = start.current;
      if (from?.id !== pointerId) return;
      const [x, y] = [clientX - from.x, clientY - from.y];
      if (!from.dragging) {
        if (Math.abs(x) < DIRECTION_THRESHOLD) return;
        // A vertical movement scrolls instead.
        if (Math.abs(y) > Math.abs(x)) return end();
        from.dragging = true;
        currentTarget.setPointerCapture(pointerId);
      }
      setDragged(isBeyondEdge(x) ? x * RESISTANCE : x);
    },
    onPointerUp({ pointerId, clientX }: PointerEvent) {
      const from = start.current;
      if (from?.id !== pointerId) return;
      const distance = clientX - from.x;
      if (from.dragging && Math.abs(distance) >= SWIPE_MIN && !isBeyondEdge(distance)) turn(distance < 0 ? 1 : -1);
      end();
    },
    onPointerCancel: end,
  };
  return { dragged, handlers };
}
