import {
  infiniteQueryOptions,
  type QueryClient,
  type QueryKey,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { CRUSH_LISTS, type CrushList } from "#contract/crushes/crush-lists.ts";
import type { CrushCounts } from "#contract/crushes/crushes.ts";
import type { MemberSummary } from "#contract/schemas.ts";
import {
  applyCrushSent,
  applyMatch,
  applyPass,
  applyRelationshipEnded,
  type CrushPages,
  type CrushState,
  hasSentCrush,
  listEntries,
} from "#web/domains/crushes/crush-lists.ts";
import { call } from "#web/lib/api.ts";
import { refetchQuery, updateQuery } from "#web/lib/realtime-handlers.ts";
import { useSession } from "#web/lib/session.ts";

/** The lists and their counts have keys below it. */
export const crushesKey = ["crushes"] as const;

export const crushListKey = (list: CrushList) => [...crushesKey, list] as const;

export const crushCountsKey = [...crushesKey, "counts"] as const;

export const crushListQuery = (list: CrushList) =>
  infiniteQueryOptions({
    queryKey: crushListKey(list),
    queryFn: ({ pageParam: cursor, signal }) =>
      call("GET /api/crushes/lists/:list", { params: { list }, query: cursor === undefined ? {} : { cursor } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });

/** The members of a list, in pages. */
export const useCrushList = (list: CrushList) => useInfiniteQuery({ ...crushListQuery(list), select: listEntries });

export const crushCountsQuery = {
  queryKey: crushCountsKey,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<CrushCounts> =>
    (await call("GET /api/crushes/counts", {}, signal)).counts,
};

/** Of the four lists of My Crushes. */
export const useCrushCounts = () => useQuery(crushCountsQuery);

const readCrushes = (cache: QueryClient): CrushState => ({
  lists: Object.fromEntries(CRUSH_LISTS.map((list) => [list, cache.getQueryData<CrushPages>(crushListKey(list))])),
  counts: cache.getQueryData<CrushCounts>(crushCountsKey),
});

/** @param data undefined if it must be fetched */
function store<T>(cache: QueryClient, key: QueryKey, before: T | undefined, data: T | undefined): void {
  if (data === undefined && before !== undefined) void refetchQuery(cache, key);
  else if (data !== before) updateQuery<T>(cache, key, (old) => data ?? old);
  // It may lack the change.
  else if (cache.isFetching({ queryKey: key, exact: true }) > 0) void refetchQuery(cache, key);
}

/** Applies a change to what is cached of the lists and their counts. */
export function updateCrushes(cache: QueryClient, change: (state: CrushState) => CrushState): void {
  const before = readCrushes(cache);
  const after = change(before);
  for (const list of CRUSH_LISTS) store(cache, crushListKey(list), before.lists[list], after.lists[list]);
  store(cache, crushCountsKey, before.counts, after.counts);
}

/** Holds the number of crushes received since I last opened My Crushes. */
export const unseenCrushesKey = ["unseen-crushes"] as const;

/** The number of unseen crushes; undefined while loading and for visitors. */
export function useUnseenCrushCount(): number | undefined {
  const enabled = useSession() !== null;
  const { data } = useQuery({
    queryKey: unseenCrushesKey,
    queryFn: async ({ signal }) => (await call("GET /api/crushes/unseen", {}, signal)).unseen,
    enabled,
  });
  return enabled ? data : undefined;
}

export const clearUnseenCrushes = (cache: QueryClient): void => updateQuery<number>(cache, unseenCrushesKey, () => 0);

export function useMarkCrushesSeen() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => call("PUT /api/crushes/seen", {}),
    onSuccess: () => clearUnseenCrushes(cache),
    onError: (error) => console.error("The crushes could not be marked as seen", error),
  });
}

/** Adds a member to the lists after a crush was sent. @param member refetches the lists if absent */
export function updateListsAfterSend(
  cache: QueryClient,
  memberId: string,
  member: MemberSummary | undefined,
  isMatch: boolean,
): void {
  const apply = isMatch ? applyMatch : applyCrushSent;
  if (member) updateCrushes(cache, (state) => apply(state, member));
  else refetchUnlessSent(cache, memberId);
}

/** Refetches the lists if they lack a crush that was sent to a member of whom only the id is known. */
export function refetchUnlessSent(cache: QueryClient, memberId: string): void {
  if (!hasSentCrush(readCrushes(cache), memberId)) void refetchQuery(cache, crushesKey);
}

/** Removes the crush of a member who was passed on from the received ones. */
export function removeReceivedCrush(cache: QueryClient, memberId: string): void {
  updateCrushes(cache, (state) => applyPass(state, memberId));
  void refetchQuery(cache, unseenCrushesKey);
}

/**
 * Removes a member from all lists. The unseen count is refetched: only the server knows whether their crush was unseen.
 */
export function removeFromCrushLists(cache: QueryClient, userId: string): void {
  updateCrushes(cache, (state) => applyRelationshipEnded(state, userId));
  void refetchQuery(cache, unseenCrushesKey);
}
