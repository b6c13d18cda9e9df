import { type TouchEvent, useRef } from "react";

/** Pixels that a finger has to come down. */
const SWIPE_MIN_PX = 80;

/** Notes one finger that comes down, as handlers of an element. Two are a pinch, and who has zoomed in looks around. */
export function useSwipeDown(onSwipe: () => void) {
  const start = useRef<{ readonly x: number; readonly y: number }>(undefined);
  return {
    onTouchStart({ touches }: TouchEvent): void {
      const finger = touches[0];
      const zoomed = (window.visualViewport?.scale ?? 1) > 1.01;
      start.current = finger && touches.length === 1 && !zoomed ? { x: finger.clientX, y: finger.clientY } : undefined;
    },
    onTouchEnd({ changedTouches }: TouchEvent): void {
      const finger = changedTouches[0];
      const from = start.current;
      start.current = undefined;
      if (!from || !finger) return;
      const down = finger.clientY - from.y;
      if (down > SWIPE_MIN_PX && down > Math.abs(finger.clientX - from.x) * 2) onSwipe();
    },
  };
}
