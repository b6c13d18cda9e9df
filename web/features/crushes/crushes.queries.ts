import { type QueryClient, useIsMutating, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type CrushLists, getCrushes, getUnseenCrushCount, markCrushesSeen, sendCrush } from "#contract/crushes.ts";
import type { MemberSummary } from "#contract/schemas.ts";
import { applyContactEnded, applyCrushSent, applyMatch } from "#web/features/crushes/crush-lists.ts";
import { noteLeft } from "#web/features/members/daily-limits.ts";
import { call } from "#web/lib/api.ts";
import { refetchQuery, updateQuery } from "#web/lib/realtime-handlers.ts";
import { useSession } from "#web/lib/session.ts";

/** Under it the cache holds `CrushLists`. */
export const crushListsKey = ["crushes"] as const;

export const crushListsQuery = {
  queryKey: crushListsKey,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<CrushLists> =>
    (await call(getCrushes, {}, signal)).crushes,
};

/** Who crushed on me, whom I crushed on, matches and active connections. */
export const useCrushLists = () => useQuery(crushListsQuery);

/** Under it the cache holds how many have crushed on me since I last looked at My Crushes. */
export const unseenCrushesKey = ["crush-news"] as const;

/** How many crushes are new; undefined while that is not known, and for a visitor. */
export function useUnseenCrushCount(): number | undefined {
  const enabled = useSession() !== null;
  const { data } = useQuery({
    queryKey: unseenCrushesKey,
    queryFn: async ({ signal }) => (await call(getUnseenCrushCount, {}, signal)).unseen,
    enabled,
  });
  return enabled ? data : undefined;
}

/** Notes that nothing is new any more. */
export const clearUnseenCrushes = (cache: QueryClient): void => updateQuery<number>(cache, unseenCrushesKey, () => 0);

/** Tells the server that I look at My Crushes. */
export function useMarkCrushesSeen() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => call(markCrushesSeen, {}),
    onSuccess: () => clearUnseenCrushes(cache),
    onError: (error) => console.error("The crushes could not be marked as seen", error),
  });
}

const sendCrushKey = (memberId: string) => ["send-crush", memberId] as const;

/** Sends a member one crush and keeps the lists true. `busy` holds for every button of that member. */
export function useSendCrush(member: MemberSummary) {
  const cache = useQueryClient();
  const mutationKey = sendCrushKey(member._id);
  const busy = useIsMutating({ mutationKey }) > 0;
  const mutation = useMutation({
    mutationKey,
    mutationFn: () => call(sendCrush, { body: { recipientId: member._id } }),
    onSuccess: ({ isMatch, newPeople }) => {
      updateListsAfterSend(cache, member, isMatch);
      // An answer uses none up.
      if (!isMatch) noteLeft(cache, "newPeople", newPeople);
    },
  });
  return {
    busy,
    /**
     * @returns the server's answer, or undefined where one is on its way already
     * @throws ApiError, or TypeError when the server cannot be reached
     */
    async send() {
      // Two clicks can come before the button is drawn as busy: the cache knows at once.
      if (cache.isMutating({ mutationKey }) > 0) return undefined;
      return mutation.mutateAsync();
    },
  };
}

function updateListsAfterSend(cache: QueryClient, member: MemberSummary, isMatch: boolean): void {
  const apply = isMatch ? applyMatch : applyCrushSent;
  updateQuery<CrushLists>(cache, crushListsKey, (lists) => apply(lists, member));
}

/** Removes a member from all lists. Whether their crush still counts as unseen, the server knows. */
export function removeFromCrushLists(cache: QueryClient, userId: string): void {
  updateQuery<CrushLists>(cache, crushListsKey, (lists) => applyContactEnded(lists, userId));
  void refetchQuery(cache, unseenCrushesKey);
}
