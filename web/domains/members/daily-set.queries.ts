import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { MINUTE_MS } from "#contract/durations.ts";
import { call } from "#web/lib/api.ts";

export const dailySetKey = ["daily-set"] as const;

/**
 * Holds the ids of members on whom a pass was stored during this visit: a set that is still loading does not reflect it
 * yet.
 */
export const recentPassesKey = ["recent-passes"] as const;

/** Live events refetch it. */
const STALE_MS = 5 * MINUTE_MS;

export const dailySetQuery = queryOptions({
  queryKey: dailySetKey,
  queryFn: async ({ signal }) => (await call("GET /api/browse/daily-set", {}, signal)).dailySet,
  staleTime: STALE_MS,
  // The loading state of Browse has the shape of what was there last.
  gcTime: Number.POSITIVE_INFINITY,
  // Browse waits for it, and can do without.
  retry: false,
});

export const setRecentlyPassed = (cache: QueryClient, userId: string, isPassed: boolean): void =>
  void cache.setQueryData<readonly string[]>(recentPassesKey, (ids = []) => {
    const others = ids.filter((id) => id !== userId);
    return isPassed ? [...others, userId] : others;
  });
