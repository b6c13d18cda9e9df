import { type RefObject, useLayoutEffect, useRef } from "react";
import type { Box } from "#web/features/profile/photo-order.ts";

const DURATION_MS = 200;
const EASING = "cubic-bezier(0.2, 0.8, 0.2, 1)";

/** Where an element stands in its parent, whatever moves over it at the moment. */
const getOffsetBox = ({ offsetLeft, offsetTop, offsetWidth, offsetHeight }: HTMLElement): Box => ({
  left: offsetLeft,
  top: offsetTop,
  width: offsetWidth,
  height: offsetHeight,
});

const isSameBox = (a: Box, b: Box): boolean =>
  a.left === b.left && a.top === b.top && a.width === b.width && a.height === b.height;

/**
 * Lets the tiles of a grid, marked with `data-photo`, glide to their new places instead of jumping there.
 * @returns says that one comes from elsewhere: from a box in the window
 */
export function useFlipAnimation(grid: RefObject<HTMLElement | null>): (id: string, from: Box) => void {
  const before = useRef({ width: 0, places: new Map<string, Box>() });
  useLayoutEffect(() => {
    if (!grid.current) return;
    const { width, places } = before.current;
    const now = new Map<string, Box>();
    // Of another width it is another grid.
    const still = width !== grid.current.clientWidth || matchMedia("(prefers-reduced-motion: reduce)").matches;
    for (const tile of grid.current.querySelectorAll<HTMLElement>("[data-photo]")) {
      const id = tile.dataset["photo"] ?? "";
      const to = getOffsetBox(tile);
      const from = places.get(id);
      if (from && !still && !isSameBox(from, to)) animateTile(tile, from, to);
      now.set(id, to);
    }
    before.current = { width: grid.current.clientWidth, places: now };
  });
  return (id, { left, top, width, height }) => {
    const origin = grid.current?.getBoundingClientRect();
    if (!origin) return;
    before.current.places.set(id, { left: left - origin.left, top: top - origin.top, width, height });
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
