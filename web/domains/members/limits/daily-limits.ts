import { type QueryClient, skipToken, useQuery } from "@tanstack/react-query";
import type { Remaining } from "#contract/schemas.ts";
import { plural } from "#contract/words.ts";
import { formatFutureTime } from "#web/lib/time-ahead.ts";
import { useNow } from "#web/lib/use-now.ts";

/** Daily limits whose remainder responses include when it is low. */
type DailyLimit = "newPeople" | "cards";

/** Holds a `Remaining`, or null while the remainder is not low. */
const queryKeyOf = (limit: DailyLimit) => ["remaining-limit", limit] as const;

export const cacheRemaining = (cache: QueryClient, limit: DailyLimit, left: Remaining | undefined): void =>
  void cache.setQueryData<Remaining | null>(queryKeyOf(limit), left ?? null);

/** The remainder of a limit if it is low and the day has not ended. */
export function useRemaining(limit: DailyLimit): Remaining | undefined {
  const { data } = useQuery<Remaining | null>({
    queryKey: queryKeyOf(limit),
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const now = useNow();
  return data && Date.parse(data.until) > now ? data : undefined;
}

/** Formats a remainder and the time of its reset. */
function formatLimit({ left, until }: Remaining, one: string, many: string, none: string, now: number): string {
  const more = `More from ${formatFutureTime(Date.parse(until), now)}.`;
  return left === 0 ? `${none} ${more}` : `${left} more ${plural(left, one, many)} today. ${more}`;
}

export const formatNewPeopleLimit = (left: Remaining, now = Date.now()): string =>
  formatLimit(left, "person to crush on", "people to crush on", "Nobody new to crush on today.", now);

export const formatCardsLimit = (left: Remaining, now = Date.now()): string =>
  formatLimit(left, "person to see", "people to see", "That's everyone for today.", now);

export const formatProfilesLimit = (left: Remaining, now = Date.now()): string =>
  formatLimit(left, "new profile", "new profiles", "No more new profiles today.", now);
