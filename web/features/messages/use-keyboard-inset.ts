import { type RefObject, useEffect } from "react";

/**
 * Keeps an element within what a phone's keyboard leaves of the screen, where the browser does not do so by itself (iOS).
 * Sets `--visible`, the height that is left, and `--scrolled`, how far the browser has pushed the page up.
 */
export function useKeyboardInset(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    const element = ref.current;
    if (!viewport || !element) return;
    const adapt = () => {
      // A page that is zoomed in has a small viewport too, and must stay as it is.
      const covered = viewport.scale < 1.02 && window.innerHeight - viewport.height > 1;
      for (const [name, pixels] of [
        ["--visible", viewport.height],
        ["--scrolled", viewport.offsetTop],
      ] as const) {
        if (covered) element.style.setProperty(name, `${pixels}px`);
        else element.style.removeProperty(name);
      }
    };
    adapt();
    viewport.addEventListener("resize", adapt);
    viewport.addEventListener("scroll", adapt);
    return () => {
      viewport.removeEventListener("resize", adapt);
      viewport.removeEventListener("scroll", adapt);
    };
  }, [ref]);
}
