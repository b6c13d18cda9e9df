import { skipToken, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type BrowseProfile, browse } from "#contract/discovery.ts";
import { type BrowsePages, firstPage, uniqueProfiles } from "#web/features/browse/pages.ts";
import { noteLeft } from "#web/features/members/daily-limits.ts";
import { call } from "#web/lib/api.ts";

/** Under it the cache holds `BrowsePages`. */
export const browseKey = ["browse"] as const;

/** Under it the cache holds the ids of those whom I have sent a crush since I am here: pages on their way do not know yet. */
export const sentKey = ["sent-now"] as const;

const NOBODY: readonly string[] = [];

/** Whether my crush on a member of the browse page is in. */
export function useIsSent(): (profile: BrowseProfile) => boolean {
  const { data = NOBODY } = useQuery<readonly string[]>({
    queryKey: sentKey,
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
  });
  return ({ id, crushSent }) => crushSent || data.includes(id);
}

/** Two screens of a wide desktop; the next page is asked for well before the end. */
const AT_ONCE = 24;
/** Coming back from a profile must not shuffle the cards. */
const STALE_MS = 5 * 60_000;

/** Members to discover, page after page. */
export function useBrowse() {
  const cache = useQueryClient();
  return useInfiniteQuery({
    queryKey: browseKey,
    queryFn: async ({ pageParam, signal }) => {
      const query = { limit: AT_ONCE, ...(pageParam !== undefined && { cursor: pageParam }) };
      const page = await call(browse, { query }, signal);
      noteLeft(cache, "newPeople", page.newPeople);
      noteLeft(cache, "cards", page.cards);
      return page;
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    select: uniqueProfiles,
    staleTime: STALE_MS,
  });
}

/**
 * Looks for members anew, from the top, once other ones fit. Those that are shown stay until the first of the others are
 * there; where they do not come, those go, and the page says so.
 */
export function useNewSearch() {
  const cache = useQueryClient();
  const [state, setState] = useState<"none" | "searching" | "done">("none");
  const search = async (): Promise<void> => {
    setState("searching");
    await cache.cancelQueries({ queryKey: browseKey });
    cache.setQueryData<BrowsePages>(browseKey, (data) => data && firstPage(data));
    window.scrollTo(0, 0);
    try {
      await cache.refetchQueries({ queryKey: browseKey }, { throwOnError: true });
    } catch {
      await cache.resetQueries({ queryKey: browseKey });
    } finally {
      setState("done");
    }
  };
  return { state, search };
}
