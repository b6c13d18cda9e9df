import { type QueryClient, skipToken, useQuery } from "@tanstack/react-query";
import type { Remaining } from "#contract/schemas.ts";
import { useNow } from "#web/lib/relative-time.ts";
import { formatFutureTime } from "#web/lib/time-ahead.ts";

/** Limits of a day of which replies tell what is left, where it is little. */
type DailyLimit = "newPeople" | "cards";

/** Under it the cache holds a `Remaining`, or null where there is enough. */
const keyOf = (limit: DailyLimit) => ["left today", limit] as const;

/** Notes what a reply tells. */
export const noteLeft = (cache: QueryClient, limit: DailyLimit, left: Remaining | undefined): void =>
  void cache.setQueryData<Remaining | null>(keyOf(limit), left ?? null);

/** What is left today, where it is little. */
export function useLeft(limit: DailyLimit): Remaining | undefined {
  const { data } = useQuery<Remaining | null>({
    queryKey: keyOf(limit),
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const now = useNow();
  return data && Date.parse(data.until) > now ? data : undefined;
}

/** 'That is everyone for today', or how many more; and from when on there are more. */
function words({ left, until }: Remaining, one: string, many: string, none: string, now: number): string {
  const more = `More from ${formatFutureTime(Date.parse(until), now)}.`;
  return left === 0 ? `${none} ${more}` : `${left} more ${left === 1 ? one : many} today. ${more}`;
}

/** New people to whom a crush can be sent. */
export const newPeopleWords = (left: Remaining, now = Date.now()): string =>
  words(left, "person to crush on", "people to crush on", "Nobody new to crush on today.", now);

/** People who can be shown on cards. */
export const cardsWords = (left: Remaining, now = Date.now()): string =>
  words(left, "person to see", "people to see", "That's everyone for today.", now);

/** Profiles that can be opened. */
export const profilesWords = (left: Remaining, now = Date.now()): string =>
  words(left, "new profile", "new profiles", "No more new profiles today.", now);
