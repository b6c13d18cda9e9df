import type { Query, QueryClient, QueryKey } from "@tanstack/react-query";
import type { ServerEvents } from "#contract/events.ts";

/** What a feature does to its own part of the cache when an event arrives. `me` is the member logged in. */
type Hearing = {
  readonly [E in keyof ServerEvents]?: (payload: ServerEvents[E], cache: QueryClient, me: string) => void;
};

export interface Live extends Hearing {
  /** Asks for what may have been told while nobody listened: before the first connection, or between two. */
  readonly missed?: (cache: QueryClient, me: string) => void;
}

/**
 * Asks anew for what is under a key. An answer that is on its way was given before: it is waited for where there is nothing
 * to show until then, and dropped otherwise.
 */
export async function askAgain(cache: QueryClient, queryKey: QueryKey): Promise<void> {
  const first = { queryKey, predicate: ({ state }: Query) => state.data === undefined };
  if (cache.isFetching(first) > 0) await cache.refetchQueries(first, { cancelRefetch: false });
  await cache.invalidateQueries({ queryKey });
}

/** Writes news into what is under a key, if it is there. An answer that is on its way may not hold them: it is asked anew. */
export function write<T>(cache: QueryClient, queryKey: QueryKey, change: (data: T) => T): void {
  cache.setQueryData<T>(queryKey, (data) => data && change(data));
  if (cache.isFetching({ queryKey, exact: true }) > 0) void askAgain(cache, queryKey);
}
