import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { messageKeys } from "#web/domains/chat/conversations.queries.ts";
import { isContactEndedError } from "#web/domains/chat/ended-conversations.queries.ts";
import { showContactEnded } from "#web/domains/chat/load-contact-end.ts";
import { ApiError, call } from "#web/lib/api.ts";
import { refetchQuery } from "#web/lib/realtime-handlers.ts";
import { showReply } from "#web/screens/messages/dates/show-reply.ts";

const TIMEOUT_MS = 15_000;

const comparisonKey = (userId: string) => [...messageKeys.dates, userId];

/** Read at each opening: the own week may have changed since. */
export const useWeekComparison = (userId: string, enabled: boolean) =>
  useQuery({
    queryKey: comparisonKey(userId),
    queryFn: async ({ signal }) =>
      (await call("GET /api/matches/:userId/week-comparison", { params: { userId } }, signal)).comparison,
    enabled,
    staleTime: 0,
  });

/** Asks to compare weeks, or takes that back. Harmless to repeat. */
export function useAskToCompare(userId: string) {
  const cache = useQueryClient();
  const queryKey = comparisonKey(userId);
  return useMutation({
    networkMode: "always",
    mutationFn: (kind: "ask" | "take_back") =>
      call(
        kind === "ask" ? "POST /api/matches/:userId/week-comparison" : "DELETE /api/matches/:userId/week-comparison",
        { params: { userId } },
        AbortSignal.timeout(TIMEOUT_MS),
      ),
    onSuccess: ({ comparison }) => showReply(cache, queryKey, comparison),
    onError: (error) => {
      if (isContactEndedError(error)) void showContactEnded(cache, userId);
      else if (error instanceof ApiError && error.status === 409) void refetchQuery(cache, queryKey);
    },
  });
}
