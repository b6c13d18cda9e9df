import { type FocusEvent, useState } from "react";

/**
 * For what moves the focus itself when it is pressed: the browser then takes a mouse for a keyboard and draws its ring.
 * @returns props for what holds it; `data-mouse` is there while the focus came by a pointer
 */
export function usePointerInput() {
  const [byMouse, setByMouse] = useState(false);
  return {
    "data-mouse": byMouse || undefined,
    onPointerDown: () => setByMouse(true),
    onKeyDown: () => setByMouse(false),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!currentTarget.contains(relatedTarget)) setByMouse(false);
    },
  };
}
