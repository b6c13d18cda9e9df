import { useInfiniteQuery } from "@tanstack/react-query";
import { browse } from "#contract/discovery.ts";
import { uniqueProfiles } from "#web/features/browse/pages.ts";
import { call } from "#web/lib/api.ts";

/** Under it the cache holds `BrowsePages`. */
export const browseKey = ["browse"] as const;

/** Two screens of a wide desktop; the next page is asked for well before the end. */
const AT_ONCE = 24;
/** Coming back from a profile must not shuffle the cards. */
const STALE_MS = 5 * 60_000;

/** Members to discover, page after page. */
export const useBrowse = () =>
  useInfiniteQuery({
    queryKey: browseKey,
    queryFn: ({ pageParam, signal }) =>
      call(browse, { query: { limit: AT_ONCE, ...(pageParam !== undefined && { cursor: pageParam }) } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    select: uniqueProfiles,
    staleTime: STALE_MS,
  });
