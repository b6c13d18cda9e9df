import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { RequestOf } from "#contract/endpoint.ts";
import { blockMember, reportMember, unblockMember, unmatch } from "#contract/safety.ts";
import { browseKey } from "#web/features/browse/browse.queries.ts";
import { cancelMemberQueries, endingKey, refetchAfterLostEnding } from "#web/features/members/contact.queries.ts";
import { call, getErrorMessage } from "#web/lib/api.ts";
import { refetchQuery } from "#web/lib/realtime-handlers.ts";
import { popDialogHistory } from "#web/ui/dialog-history.ts";
import { toast } from "#web/ui/toast.tsx";

/** How contact with somebody is ended. */
export type EndContactAction = "unmatch" | "block";

const END_CONTACT_ACTIONS = {
  unmatch: { endpoint: unmatch, failed: "Failed to unmatch" },
  block: { endpoint: blockMember, failed: "Failed to block" },
} as const;

/** Ends contact with a member; what is said of it, and what follows, is the caller's. */
export function useEndContact(userId: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationKey: endingKey(userId),
    networkMode: "always",
    onMutate: () => cancelMemberQueries(cache, userId),
    mutationFn: (ending: EndContactAction) => call(END_CONTACT_ACTIONS[ending].endpoint, { body: { userId } }),
    onError: (error, ending) => {
      toast(getErrorMessage(error, END_CONTACT_ACTIONS[ending].failed, END_CONTACT_ACTIONS[ending].failed), "error");
      refetchAfterLostEnding(cache, userId);
    },
  });
}

/** Takes a block back: they can be found again. */
export function useUnblockMember(userId: string) {
  const cache = useQueryClient();
  return useMutation({
    networkMode: "always",
    mutationFn: () => call(unblockMember, { body: { userId } }),
    onSuccess: ({ message }) => {
      toast(message, "done");
      void refetchQuery(cache, browseKey);
    },
    onError: (error) => toast(getErrorMessage(error, "Failed to unblock", "Failed to unblock"), "error"),
  });
}

export type ReportBody = RequestOf<typeof reportMember>["body"];

/** Reports a member to the operator, and may block them in the same step. */
export function useReportMember(userId: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationKey: endingKey(userId),
    networkMode: "always",
    onMutate: ({ block }) => (block ? cancelMemberQueries(cache, userId) : undefined),
    mutationFn: (body: ReportBody) => call(reportMember, { body }),
    // Who blocks is led elsewhere, and Back from there must not lead to the screen under the dialog. It is still being
    // ended while that goes on: the event that tells of it asks for nobody.
    onSuccess: async (_, { block }) => {
      if (block) await popDialogHistory();
    },
    onError: (error, { block }) => {
      toast(getErrorMessage(error, "Failed to send report", "Failed to send report. Please try again."), "error");
      if (block) refetchAfterLostEnding(cache, userId);
    },
  });
}
