import { infiniteQueryOptions, type QueryClient, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { MINUTE_MS } from "#contract/durations.ts";
import { browseKey } from "#web/domains/discovery/browse-key.ts";
import {
  type BrowsePages,
  findCard,
  keepFirstPage,
  listUniqueProfiles,
  withCard,
  withoutProfile,
} from "#web/domains/discovery/browse-pages.ts";
import { cacheRemaining } from "#web/domains/members/limits/daily-limits.ts";
import { ApiError, call } from "#web/lib/api.ts";
import { updateQuery } from "#web/lib/realtime-handlers.ts";

/** Two screens of a wide desktop, so the next page is requested well before the end. */
const PAGE_SIZE = 24;
/** Returning from a profile must not reorder the cards. */
const STALE_MS = 5 * MINUTE_MS;

export const browseQuery = (cache: QueryClient) =>
  infiniteQueryOptions({
    queryKey: browseKey,
    queryFn: async ({ pageParam, signal }) => {
      const query = { limit: PAGE_SIZE, ...(pageParam !== undefined && { cursor: pageParam }) };
      const page = await call("GET /api/profile/all", { query }, signal);
      cacheRemaining(cache, "newPeople", page.newPeople);
      cacheRemaining(cache, "cards", page.cards);
      return page;
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: STALE_MS,
  });

/** No more people may be seen today. */
export const isDailyLimit = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === "daily_browse_limit";

export const useBrowse = () => useInfiniteQuery({ ...browseQuery(useQueryClient()), select: listUniqueProfiles });

/**
 * Restarts the search after the preferences changed. The current cards stay until the first page arrives; if it fails,
 * they are removed and the page shows the error.
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

/** Removes a card. @returns a function that puts it back at its place */
export function takeProfileCard(cache: QueryClient, userId: string): () => void {
  const pages = cache.getQueryData<BrowsePages>(browseKey);
  const card = pages && findCard(pages, userId);
  removeProfileCard(cache, userId);
  return () => {
    if (card) updateQuery<BrowsePages>(cache, browseKey, (all) => withCard(all, card));
  };
}
