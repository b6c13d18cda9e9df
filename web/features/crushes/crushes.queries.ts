import { type QueryClient, useIsMutating, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { CrushLists } from "#contract/crushes.ts";
import type { MemberSummary } from "#contract/schemas.ts";
import { applyCrushSent, applyMatch, applyRelationshipEnded } from "#web/features/crushes/crush-lists.ts";
import { cacheRemaining } from "#web/features/members/daily-limits.ts";
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

const sendCrushKey = (memberId: string) => ["send-crush", memberId] as const;

/** Sends a crush and updates the lists. `busy` is shared by all buttons of that member. */
export function useSendCrush(member: MemberSummary) {
  const cache = useQueryClient();
  const mutationKey = sendCrushKey(member._id);
  const busy = useIsMutating({ mutationKey }) > 0;
  const mutation = useMutation({
    mutationKey,
    mutationFn: () => call("POST /api/match/send-crush", { body: { recipientId: member._id } }),
    onSuccess: ({ isMatch, newPeople }) => {
      updateListsAfterSend(cache, member, isMatch);
      // A crush in return does not count towards the daily limit.
      if (!isMatch) cacheRemaining(cache, "newPeople", newPeople);
    },
  });
  return {
    busy,
    /**
     * @returns the response, or undefined if a request is already running
     * @throws ApiError, or TypeError when the server cannot be reached
     */
    async send() {
      // A second click can come before the button renders as busy; the mutation cache is updated synchronously.
      if (cache.isMutating({ mutationKey }) > 0) return undefined;
      return mutation.mutateAsync();
    },
  };
}

function updateListsAfterSend(cache: QueryClient, member: MemberSummary, isMatch: boolean): void {
  const apply = isMatch ? applyMatch : applyCrushSent;
  updateQuery<CrushLists>(cache, crushListsKey, (lists) => apply(lists, member));
}

/**
 * Removes a member from all lists. The unseen count is refetched: only the server knows whether their crush was unseen.
 */
export function removeFromCrushLists(cache: QueryClient, userId: string): void {
  updateQuery<CrushLists>(cache, crushListsKey, (lists) => applyRelationshipEnded(lists, userId));
  void refetchQuery(cache, unseenCrushesKey);
}
