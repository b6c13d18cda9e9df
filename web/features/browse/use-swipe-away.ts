import { type RefObject, useEffect, useEffectEvent } from "react";

/** Pixels after which a drag is a swipe, not a tap. */
const START_PX = 10;
/** Pixels after which letting go hides the element. */
const AWAY_PX = 96;

/**
 * Lets a finger swipe an element away to the left. The element follows the finger; below the threshold it returns. Mice
 * and keyboards use the button. The element needs `touch-action: pan-y`.
 * @param onAway undefined for an element that cannot be swiped
 */
export function useSwipeAway(ref: RefObject<HTMLElement | null>, onAway: (() => void) | undefined): void {
  const away = useEffectEvent(() => onAway?.());
  const canSwipe = onAway !== undefined;
  useEffect(() => {
    const element = ref.current;
    if (!element || !canSwipe) return;
    let startX: number | undefined;
    let moved = 0;

    function move(x: number): void {
      moved = Math.min(0, x);
      const isDragged = moved <= -START_PX;
      if (!element) return;
      element.style.translate = isDragged ? `${moved}px` : "";
      element.style.opacity = isDragged ? String(Math.max(0.3, 1 + moved / 300)) : "";
    }
    function onPointerDown({ pointerType, isPrimary, clientX }: PointerEvent): void {
      moved = 0;
      startX = pointerType === "touch" && isPrimary ? clientX : undefined;
    }
    function onPointerMove({ clientX, isPrimary }: PointerEvent): void {
      if (startX !== undefined && isPrimary) move(clientX - startX);
    }
    function onPointerUp(): void {
      const distance = moved;
      onPointerCancel();
      // The click that follows sees how far the finger went.
      moved = distance;
      if (distance <= -AWAY_PX) away();
    }
    /** The browser scrolls the page instead. */
    function onPointerCancel(): void {
      startX = undefined;
      move(0);
    }
    /** A swipe that ends on the photo is no tap on its link. */
    function onClick(event: MouseEvent): void {
      if (moved <= -START_PX) event.preventDefault();
      moved = 0;
    }
    element.addEventListener("pointerdown", onPointerDown);
    element.addEventListener("pointermove", onPointerMove);
    element.addEventListener("pointerup", onPointerUp);
    element.addEventListener("pointercancel", onPointerCancel);
    element.addEventListener("click", onClick, { capture: true });
    return () => {
      element.removeEventListener("pointerdown", onPointerDown);
      element.removeEventListener("pointermove", onPointerMove);
      element.removeEventListener("pointerup", onPointerUp);
      element.removeEventListener("pointercancel", onPointerCancel);
      element.removeEventListener("click", onClick, { capture: true });
    };
  }, [ref, canSwipe]);
}
