import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import type { BrowseProfile } from "#contract/discovery/discovery.ts";
import { useHasSentCrush } from "#web/domains/crushes/sent-crushes.queries.ts";
import { browseQuery } from "#web/domains/discovery/browse.queries.ts";
import { listUniqueProfiles } from "#web/domains/discovery/browse-pages.ts";

/** The first one after a member in a list that can still be chosen; undefined if the member is not in the list. */
export function findNextProfile(
  profiles: readonly BrowseProfile[],
  userId: string,
  isOpen: (profile: BrowseProfile) => boolean,
): BrowseProfile | undefined {
  const index = profiles.findIndex(({ id }) => id === userId);
  return index < 0 ? undefined : profiles.slice(index + 1).find(isOpen);
}

/**
 * The member after another one in Browse, as far as its list is loaded.
 * @param heldIds those who have a crush that can still be taken back
 */
export function useNextProfile(userId: string, heldIds: readonly string[]): BrowseProfile | undefined {
  const { data = [] } = useInfiniteQuery({
    ...browseQuery(useQueryClient()),
    select: listUniqueProfiles,
    enabled: false,
  });
  const isSent = useHasSentCrush();
  return findNextProfile(data, userId, (profile) => !isSent(profile) && !heldIds.includes(profile.id));
}
