import { type PointerEvent, useRef, useState } from "react";

/** Pixels that turn the page. */
const SWIPE_MIN = 50;
/** Pixels after which a movement has a direction. */
const SLOP = 8;
/** How much of the way the screens follow where there is no further one. */
const RESISTANCE = 0.3;

/**
 * Follows a finger sideways, and turns the page where it went far enough.
 * @param turn called with 1 for the next page, -1 for the one before
 * @returns the pixels dragged so far, undefined while nothing is, and what the pages listen to
 */
export function useSwipe(turn: (steps: 1 | -1) => void, { first, last }: { first: boolean; last: boolean }) {
  /** Moves may not be drawn yet when the finger leaves, so `dragging` is known here. */
  const start = useRef<{ id: number; x: number; y: number; dragging: boolean }>(null);
  const [dragged, setDragged] = useState<number>();
  const isEdge = (distance: number) => (distance > 0 ? first : last);

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
        if (Math.abs(x) < SLOP) return;
        // It scrolls instead.
        if (Math.abs(y) > Math.abs(x)) return end();
        from.dragging = true;
        currentTarget.setPointerCapture(pointerId);
      }
      setDragged(isEdge(x) ? x * RESISTANCE : x);
    },
    onPointerUp({ pointerId, clientX }: PointerEvent) {
      const from = start.current;
      if (from?.id !== pointerId) return;
      const distance = clientX - from.x;
      if (from.dragging && Math.abs(distance) >= SWIPE_MIN && !isEdge(distance)) turn(distance < 0 ? 1 : -1);
      end();
    },
    onPointerCancel: end,
  };
  return { dragged, handlers };
}
