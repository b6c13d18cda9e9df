import { skipToken, useQuery } from "@tanstack/react-query";
import type { DailySet } from "#contract/discovery/daily-set.ts";
import type { BrowseProfile } from "#contract/discovery/discovery.ts";
import { useHasSentCrush } from "#web/domains/crushes/sent-crushes.queries.ts";
import { dailySetQuery, recentPassesKey } from "#web/domains/members/daily-set.queries.ts";
import { useStickyError } from "#web/lib/use-sticky-error.ts";

const NO_IDS: readonly string[] = [];

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
  // Another attempt must not replace what is shown without the set.
  const isFirstAttempt = isPending && query.errorUpdateCount === 0;
  const isSent = useHasSentCrush();
  const { data: passed = NO_IDS } = useQuery<readonly string[]>({
    queryKey: recentPassesKey,
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const known = query.data && toShownSet(query.data, (profile) => isSent(profile) || passed.includes(profile.id));
  const set = known && (known.isDone || known.undecided.length > 0) ? known : null;
  return { set, isPending: isFirstAttempt, error, refetch: query.refetch };
}
