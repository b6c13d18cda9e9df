import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { pruneUnavailable } from "#web/features/browse/browse.live.ts";

/** How often it is asked, in milliseconds: nobody is told that somebody they have no crush or match with has blocked them. */
const INTERVAL_MS = 30_000;

/** Calls `act` now and then while the page is looked at, and when it is looked at again. @returns what ends that */
export function pollWhileVisible(act: () => void): () => void {
  const look = () => {
    if (document.visibilityState === "visible") act();
  };
  const timer = setInterval(look, INTERVAL_MS);
  document.addEventListener("visibilitychange", look);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", look);
  };
}

/** Takes away the cards of those who are not to be discovered any more, while the screen is open. */
export function usePruneUnavailable(): void {
  const cache = useQueryClient();
  // What cannot be learned now is asked for the next time.
  useEffect(() => pollWhileVisible(() => void pruneUnavailable(cache).catch(() => undefined)), [cache]);
}
