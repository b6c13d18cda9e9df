import { type QueryClient, queryOptions, skipToken, useQuery } from "@tanstack/react-query";
import type { DailySet } from "#contract/daily-set.ts";
import type { BrowseProfile } from "#contract/discovery.ts";
import { useHasSentCrush } from "#web/features/browse/browse.queries.ts";
import { call } from "#web/lib/api.ts";
import { useStickyError } from "#web/lib/use-sticky-error.ts";

export const dailySetKey = ["daily-set"] as const;

/**
 * Holds the ids of members on whom a pass was stored during this visit: a set that is still loading does not reflect it
 * yet.
 */
export const recentPassesKey = ["recent-passes"] as const;

/** Live events refetch it. */
const STALE_MS = 5 * 60_000;

export const dailySetQuery = queryOptions({
  queryKey: dailySetKey,
  queryFn: async ({ signal }) => (await call("GET /api/browse/daily-set", {}, signal)).dailySet,
  staleTime: STALE_MS,
  // The loading state of Browse has the shape of what was there last.
  gcTime: Number.POSITIVE_INFINITY,
  // Browse waits for it, and can do without.
  retry: false,
});

const NO_IDS: readonly string[] = [];

export function setRecentlyPassed(cache: QueryClient, userId: string, isPassed: boolean): void {
  cache.setQueryData<readonly string[]>(recentPassesKey, (ids = NO_IDS) => {
    if (ids.includes(userId) === isPassed) return ids;
    return isPassed ? [...ids, userId] : ids.filter((id) => id !== userId);
  });
}

/** A set as this device knows it, which may be ahead of the server's. */
export interface ShownSet extends DailySet {
  /** The cards that are still to decide. */
  readonly undecided: readonly BrowseProfile[];
  readonly isDone: boolean;
}

/** Moves members who are decided on this device to the rack. */
export function toShownSet(set: DailySet, isDecided: (profile: BrowseProfile) => boolean): ShownSet {
  const undecided = set.profiles.filter((profile) => !isDecided(profile));
  const racked = set.racked + set.profiles.length - undecided.length;
  const isDone = racked >= set.size;
  const week = set.week.map((one) => (isDone && one.day === set.day ? { ...one, state: "done" as const } : one));
  return { ...set, undecided, racked, isDone, week };
}

/**
 * `set` is null while sets are turned off, nobody fits, or no more people may be seen today. An error stays until the
 * next success.
 */
export function useDailySet() {
  const query = useQuery(dailySetQuery);
  const { isPending, error } = useStickyError(query);
  const isSent = useHasSentCrush();
  const { data: passed = NO_IDS } = useQuery<readonly string[]>({
    queryKey: recentPassesKey,
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const known = query.data && toShownSet(query.data, (profile) => isSent(profile) || passed.includes(profile.id));
  const set = known && (known.isDone || known.undecided.length > 0) ? known : null;
  return { set, isPending, error, refetch: query.refetch };
}
