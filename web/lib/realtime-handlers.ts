import type { Query, QueryClient, QueryKey } from "@tanstack/react-query";
import type { ServerEvents } from "#contract/events.ts";

/** `me` is the id of the logged-in member. */
type ServerEventHandlers = {
  readonly [E in keyof ServerEvents]?: (payload: ServerEvents[E], cache: QueryClient, me: string) => void;
};

export interface EventHandlers extends ServerEventHandlers {
  /** Data may have changed before this connection, or the server has lost events. */
  readonly onReconnect?: (cache: QueryClient, me: string) => void;
}

/**
 * A running request may return older data: the first one is awaited, since there is nothing else to show; later ones
 * are cancelled.
 */
export async function refetchQuery(cache: QueryClient, queryKey: QueryKey): Promise<void> {
  const first = { queryKey, predicate: ({ state }: Query) => state.data === undefined };
  if (cache.isFetching(first) > 0) await cache.refetchQueries(first, { cancelRefetch: false });
  await cache.invalidateQueries({ queryKey });
}

/** Only cached data. A running request may lack the change, so the key is then refetched. */
export function updateQuery<T>(cache: QueryClient, queryKey: QueryKey, change: (data: T) => T): void {
  cache.setQueryData<T>(queryKey, (data) => data && change(data));
  if (cache.isFetching({ queryKey, exact: true }) > 0) void refetchQuery(cache, queryKey);
}
