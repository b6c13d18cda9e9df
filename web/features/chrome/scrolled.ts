import { useSyncExternalStore } from "react";

/** Pixels of scroll after which the header says so. */
const SCROLLED_PX = 20;

function subscribe(listener: () => void): () => void {
  addEventListener("scroll", listener, { passive: true });
  return () => removeEventListener("scroll", listener);
}

/** Whether the page has been scrolled past its first 20 px. */
export const useScrolled = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => scrollY > SCROLLED_PX,
    () => false,
  );
