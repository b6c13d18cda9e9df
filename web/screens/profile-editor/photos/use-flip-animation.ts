import { type RefObject, useLayoutEffect, useRef } from "react";
import type { Box } from "#web/screens/profile-editor/photos/photo-order.ts";

const DURATION_MS = 200;
const EASING = "cubic-bezier(0.2, 0.8, 0.2, 1)";

/** The layout position, which ignores running animations. */
const getOffsetBox = ({ offsetLeft, offsetTop, offsetWidth, offsetHeight }: HTMLElement): Box => ({
  left: offsetLeft,
  top: offsetTop,
  width: offsetWidth,
  height: offsetHeight,
});

const isSameBox = (a: Box, b: Box): boolean =>
  a.left === b.left && a.top === b.top && a.width === b.width && a.height === b.height;

/**
 * Tiles are marked with `data-photo` (FLIP).
 * @returns sets the start of the next animation of one tile, as a box in the viewport
 */
export function useFlipAnimation(grid: RefObject<HTMLElement | null>): (id: string, from: Box) => void {
  const previous = useRef({ width: 0, boxes: new Map<string, Box>() });
  useLayoutEffect(() => {
    if (!grid.current) return;
    const { width, boxes } = previous.current;
    const current = new Map<string, Box>();
    // A resized grid is not animated.
    const skipsAnimation = width !== grid.current.clientWidth || matchMedia("(prefers-reduced-motion: reduce)").matches;
    for (const tile of grid.current.querySelectorAll<HTMLElement>("[data-photo]")) {
      const id = tile.dataset["photo"] ?? "";
      const to = getOffsetBox(tile);
      const from = boxes.get(id);
      if (from && !skipsAnimation && !isSameBox(from, to)) animateTile(tile, from, to);
      current.set(id, to);
    }
    previous.current = { width: grid.current.clientWidth, boxes: current };
  });
  return (id, { left, top, width, height }) => {
    const origin = grid.current?.getBoundingClientRect();
    if (!origin) return;
    previous.current.boxes.set(id, { left: left - origin.left, top: top - origin.top, width, height });
  };
}

function animateTile(tile: HTMLElement, from: Box, to: Box): void {
  tile.animate(
    [
      {
        translate: `${from.left - to.left}px ${from.top - to.top}px`,
        scale: `${from.width / to.width} ${from.height / to.height}`,
        zIndex: 1,
      },
      { translate: "0 0", scale: "1 1", zIndex: 1 },
    ],
    { duration: DURATION_MS, easing: EASING },
  );
}
