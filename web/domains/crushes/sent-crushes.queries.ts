import { type QueryClient, skipToken, useQuery } from "@tanstack/react-query";
import type { BrowseProfile } from "#contract/discovery/discovery.ts";

/**
 * Holds the ids of members to whom a crush was sent during this visit: pages that are still loading do not include them
 * yet.
 */
export const sentCrushesKey = ["sent-crushes"] as const;

/** Like `sentCrushesKey`, of those who have become a match. */
const newMatchesKey = ["browse-matches"] as const;

const NO_IDS: readonly string[] = [];

/** Ids that live events collect. */
function useCollectedIds(queryKey: readonly string[]): readonly string[] {
  const { data = NO_IDS } = useQuery<readonly string[]>({
    queryKey,
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
  });
  return data;
}

export function useHasSentCrush(): (profile: BrowseProfile) => boolean {
  const ids = useCollectedIds(sentCrushesKey);
  return ({ id, crushSent }) => crushSent || ids.includes(id);
}

export function useIsMatched(): (profile: BrowseProfile) => boolean {
  const ids = useCollectedIds(newMatchesKey);
  return ({ id, isMatch }) => isMatch || ids.includes(id);
}

function collectIds(cache: QueryClient, key: readonly string[], ids: readonly string[]): void {
  cache.setQueryData<readonly string[]>(key, (known = []) => {
    const newIds = ids.filter((id) => !known.includes(id));
    return newIds.length > 0 ? [...known, ...newIds] : known;
  });
}

/** Marks the cards of these members as "crush sent". */
export const markCrushesSent = (cache: QueryClient, ...memberIds: readonly string[]): void =>
  collectIds(cache, sentCrushesKey, memberIds);

/** Marks the cards of these members as matches. */
export function markMatched(cache: QueryClient, ...memberIds: readonly string[]): void {
  markCrushesSent(cache, ...memberIds);
  collectIds(cache, newMatchesKey, memberIds);
}
