import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { refetchQuery } from "#web/lib/realtime-handlers.ts";

/**
 * Reads the state again, too: an event may have brought a later one while the reply was on its way. A running request,
 * which may be older still, is cancelled.
 */
export function showReply<T>(cache: QueryClient, queryKey: QueryKey, state: T): void {
  cache.setQueryData<T>(queryKey, state);
  void refetchQuery(cache, queryKey);
}
