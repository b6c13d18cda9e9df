import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { CrushLists } from "#contract/crushes/crushes.ts";
import type { MemberSummary } from "#contract/schemas.ts";
import {
  applyCrushSent,
  applyMatch,
  applyPass,
  applyRelationshipEnded,
  hasSentCrush,
} from "#web/domains/crushes/crush-lists.ts";
import { call } from "#web/lib/api.ts";
import { refetchQuery, updateQuery } from "#web/lib/realtime-handlers.ts";
import { useSession } from "#web/lib/session.ts";

export const crushListsKey = ["crushes"] as const;

export const crushListsQuery = {
  queryKey: crushListsKey,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<CrushLists> =>
    (await call("GET /api/crushes", {}, signal)).crushes,
};

export const useCrushLists = () => useQuery(crushListsQuery);

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
  if (member) updateQuery<CrushLists>(cache, crushListsKey, (lists) => apply(lists, member));
  else refetchUnlessSent(cache, memberId);
}

/** Refetches the lists if they lack a crush that was sent to a member of whom only the id is known. */
export function refetchUnlessSent(cache: QueryClient, memberId: string): void {
  const lists = cache.getQueryData<CrushLists>(crushListsKey);
  if (!lists || !hasSentCrush(lists, memberId)) void refetchQuery(cache, crushListsKey);
}

/** Removes the crush of a member who was passed on from the received ones. */
export function removeReceivedCrush(cache: QueryClient, memberId: string): void {
  updateQuery<CrushLists>(cache, crushListsKey, (lists) => applyPass(lists, memberId));
  void refetchQuery(cache, unseenCrushesKey);
}

/**
 * Removes a member from all lists. The unseen count is refetched: only the server knows whether their crush was unseen.
 */
export function removeFromCrushLists(cache: QueryClient, userId: string): void {
  updateQuery<CrushLists>(cache, crushListsKey, (lists) => applyRelationshipEnded(lists, userId));
  void refetchQuery(cache, unseenCrushesKey);
}
