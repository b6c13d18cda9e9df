import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { DateOutcome, OwnOutcome } from "#contract/training/date-outcomes.ts";
import { messageKeys } from "#web/domains/chat/conversations.queries.ts";
import { isContactEndedError } from "#web/domains/chat/ended-conversations.queries.ts";
import { showContactEnded } from "#web/domains/chat/load-contact-end.ts";
import { call } from "#web/lib/api.ts";
import { showReply } from "#web/screens/messages/dates/show-reply.ts";

const TIMEOUT_MS = 15_000;

const outcomeKey = (messageId: string) => [...messageKeys.dates, messageId];

export const useDateOutcome = (messageId: string, enabled: boolean) =>
  useQuery({
    queryKey: outcomeKey(messageId),
    queryFn: ({ signal }) => call("GET /api/dates/:messageId/outcome", { params: { messageId } }, signal),
    enabled,
  });

interface Place {
  /** The other member. */
  readonly userId: string;
  readonly messageId: string;
}

/** Says how a date went. Harmless to repeat, so a lost reply can be tried again. */
export function useSetOutcome({ userId, messageId }: Place) {
  const cache = useQueryClient();
  const queryKey = outcomeKey(messageId);
  return useMutation({
    networkMode: "always",
    scope: { id: `outcome ${messageId}` },
    mutationFn: (outcome: Exclude<DateOutcome, "wrong">) =>
      call(
        "PUT /api/dates/:messageId/outcome",
        { params: { messageId }, body: { outcome } },
        AbortSignal.timeout(TIMEOUT_MS),
      ),
    onSuccess: (outcome) => showReply<OwnOutcome>(cache, queryKey, outcome),
    onError: (error) => {
      if (isContactEndedError(error)) void showContactEnded(cache, userId);
    },
  });
}
