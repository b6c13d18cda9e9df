import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import type { RequestOf } from "#contract/endpoint.ts";
import type { Endpoints } from "#contract/endpoints.ts";
import { messageKeys } from "#web/domains/chat/conversations.queries.ts";
import { crushesKey } from "#web/domains/crushes/crushes.queries.ts";
import { endContactKey, memberKey } from "#web/domains/members/member.queries.ts";
import { ApiError, call, getErrorMessage } from "#web/lib/api.ts";
import { refetchQuery } from "#web/lib/realtime-handlers.ts";
import { popDialogHistory } from "#web/ui/dialog-history.ts";
import { toast } from "#web/ui/toast.tsx";

export type EndContactAction = "unmatch" | "block";

const END_CONTACT_ACTIONS = {
  unmatch: { endpoint: "POST /api/match/unmatch", failureMessage: "Failed to unmatch" },
  block: { endpoint: "POST /api/safety/block", failureMessage: "Failed to block" },
} as const;

/** Cancels requests that would be rejected or arrive too late. */
async function cancelMemberQueries(cache: QueryClient, userId: string): Promise<void> {
  const keys = [messageKeys.messages(userId), memberKey(userId)];
  await Promise.all(keys.map((queryKey) => cache.cancelQueries({ queryKey })));
}

/**
 * Refetches after a request without a response: contact may have ended, and the event was ignored in favor of the
 * response.
 */
function refetchAfterLostEndContact(cache: QueryClient, userId: string): void {
  const keys = [messageKeys.conversations, crushesKey, messageKeys.messages(userId), memberKey(userId)];
  for (const key of keys) void refetchQuery(cache, key);
}

/** Ends contact with a member. The caller shows the result. */
export function useEndContact(userId: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationKey: endContactKey(userId),
    networkMode: "always",
    onMutate: () => cancelMemberQueries(cache, userId),
    mutationFn: (action: EndContactAction) => call(END_CONTACT_ACTIONS[action].endpoint, { body: { userId } }),
    onError: (error, action) => {
      toast(
        getErrorMessage(error, END_CONTACT_ACTIONS[action].failureMessage, END_CONTACT_ACTIONS[action].failureMessage),
        "error",
      );
      refetchAfterLostEndContact(cache, userId);
    },
  });
}

export type ReportBody = RequestOf<Endpoints["POST /api/safety/report"]>["body"];

/** Reports a member to the operator, optionally with a block. */
export function useReportMember({ _id: userId, username }: { _id: string; username: string }) {
  const cache = useQueryClient();
  return useMutation({
    mutationKey: endContactKey(userId),
    networkMode: "always",
    onMutate: ({ block }) => (block ? cancelMemberQueries(cache, userId) : undefined),
    mutationFn: (body: ReportBody) => call("POST /api/safety/report", { body }),
    // After a block the caller navigates away, and Back must not lead to the screen under the dialog. Awaiting this
    // keeps the mutation running, so the event of the ended contact is ignored meanwhile.
    onSuccess: async (_, { block }) => {
      if (block) await popDialogHistory();
    },
    onError: (error, { block }) => {
      const message = getErrorMessage(error, "Failed to send report", "Failed to send report. Please try again.");
      // At the rate limit the report is rejected, but the block is applied.
      const isBlocked = block && error instanceof ApiError && error.code === "report_rate_limit";
      toast(isBlocked ? `You have blocked ${username}. ${message}` : message, "error");
      if (block) refetchAfterLostEndContact(cache, userId);
    },
  });
}
