import { type RefObject, useEffect } from "react";

/**
 * Keeps an element above a phone's on-screen keyboard in browsers that do not resize the layout viewport (iOS). Sets
 * `--visible`, the remaining height, and `--scrolled`, the offset by which the browser has moved the page up.
 */
export function useKeyboardInset(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    const element = ref.current;
    if (!viewport || !element) return;
    const updateInset = () => {
      // A zoomed page has a small visual viewport too, and must not be adapted.
      const covered = viewport.scale < 1.02 && window.innerHeight - viewport.height > 1;
      for (const [name, pixels] of [
        ["--visible", viewport.height],
        ["--scrolled", viewport.offsetTop],
      ] as const) {
        if (covered) element.style.setProperty(name, `${pixels}px`);
        else element.style.removeProperty(name);
      }
    };
    updateInset();
    viewport.addEventListener("resize", updateInset);
    viewport.addEventListener("scroll", updateInset);
    return () => {
      viewport.removeEventListener("resize", updateInset);
      viewport.removeEventListener("scroll", updateInset);
    };
  }, [ref]);
}
