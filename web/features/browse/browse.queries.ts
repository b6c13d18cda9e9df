import { type QueryClient, skipToken, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type BrowseProfile, browse } from "#contract/discovery.ts";
import {
  type BrowsePages,
  keepFirstPage,
  listUniqueProfiles,
  withoutProfile,
} from "#web/features/browse/browse-pages.ts";
import { noteLeft } from "#web/features/members/daily-limits.ts";
import { call } from "#web/lib/api.ts";
import { updateQuery } from "#web/lib/realtime-handlers.ts";

/** Under it the cache holds `BrowsePages`. */
export const browseKey = ["browse"] as const;

/** Under it the cache holds the ids of those whom I have sent a crush since I am here: pages on their way do not know yet. */
export const sentCrushesKey = ["sent-now"] as const;

const NO_IDS: readonly string[] = [];

/** Whether my crush on a member of the browse page is in. */
export function useHasSentCrush(): (profile: BrowseProfile) => boolean {
  const { data = NO_IDS } = useQuery<readonly string[]>({
    queryKey: sentCrushesKey,
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
  });
  return ({ id, crushSent }) => crushSent || data.includes(id);
}

/** Two screens of a wide desktop; the next page is asked for well before the end. */
const PAGE_SIZE = 24;
/** Coming back from a profile must not shuffle the cards. */
const STALE_MS = 5 * 60_000;

/** Members to discover, page after page. */
export function useBrowse() {
  const cache = useQueryClient();
  return useInfiniteQuery({
    queryKey: browseKey,
    queryFn: async ({ pageParam, signal }) => {
      const query = { limit: PAGE_SIZE, ...(pageParam !== undefined && { cursor: pageParam }) };
      const page = await call(browse, { query }, signal);
      noteLeft(cache, "newPeople", page.newPeople);
      noteLeft(cache, "cards", page.cards);
      return page;
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    select: listUniqueProfiles,
    staleTime: STALE_MS,
  });
}

/**
 * Looks for members anew, from the top, once other ones fit. Those that are shown stay until the first of the others are
 * there; where they do not come, those go, and the page says so.
 */
export function useRestartSearch() {
  const cache = useQueryClient();
  const [state, setState] = useState<"none" | "searching" | "done">("none");
  const search = async (): Promise<void> => {
    setState("searching");
    await cache.cancelQueries({ queryKey: browseKey });
    cache.setQueryData<BrowsePages>(browseKey, (data) => data && keepFirstPage(data));
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

export const removeProfileCard = (cache: QueryClient, userId: string): void =>
  updateQuery<BrowsePages>(cache, browseKey, (pages) => withoutProfile(pages, userId));
