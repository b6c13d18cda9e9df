import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { pruneUnavailable } from "#web/domains/discovery/browse.live.ts";

/**
 * Poll interval. The server sends no event when a member without a crush or match blocks me: it would reveal the block.
 */
const INTERVAL_MS = 30_000;

/**
 * Runs `callback` at an interval while the page is visible, and when it becomes visible. @returns a function that stops
 * it
 */
export function pollWhileVisible(callback: () => void): () => void {
  const runIfVisible = () => {
    if (document.visibilityState === "visible") callback();
  };
  const timer = setInterval(runIfVisible, INTERVAL_MS);
  document.addEventListener("visibilitychange", runIfVisible);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", runIfVisible);
  };
}

/** Removes the cards of members who are no longer discoverable, while the screen is open. */
export function usePruneUnavailable(): void {
  const cache = useQueryClient();
  // A failed check is repeated at the next interval.
  useEffect(() => pollWhileVisible(() => void pruneUnavailable(cache).catch(() => undefined)), [cache]);
}
