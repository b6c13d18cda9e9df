import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { RequestOf } from "#contract/endpoint.ts";
import { blockMember, reportMember, unblockMember, unmatch } from "#contract/safety.ts";
import { askWhatEnded, endingKey, stopAsking } from "#web/features/members/ending.ts";
import { call, messageOf } from "#web/lib/api.ts";
import { askAgain } from "#web/lib/live.ts";
import { stepOut } from "#web/ui/back-step.ts";
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
    onMutate: () => stopAsking(cache, userId),
    mutationFn: (ending: EndContactAction) => call(END_CONTACT_ACTIONS[ending].endpoint, { body: { userId } }),
    onError: (error, ending) => {
      toast(messageOf(error, END_CONTACT_ACTIONS[ending].failed, END_CONTACT_ACTIONS[ending].failed), "error");
      askWhatEnded(cache, userId);
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
      void askAgain(cache, ["browse"]);
    },
    onError: (error) => toast(messageOf(error, "Failed to unblock", "Failed to unblock"), "error"),
  });
}

export type ReportBody = RequestOf<typeof reportMember>["body"];

/** Reports a member to the operator, and may block them in the same step. */
export function useReportMember(userId: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationKey: endingKey(userId),
    networkMode: "always",
    onMutate: ({ block }) => (block ? stopAsking(cache, userId) : undefined),
    mutationFn: (body: ReportBody) => call(reportMember, { body }),
    // Who blocks is led elsewhere, and Back from there must not lead to the screen under the dialog. It is still being
    // ended while that goes on: the event that tells of it asks for nobody.
    onSuccess: async (_, { block }) => {
      if (block) await stepOut();
    },
    onError: (error, { block }) => {
      toast(messageOf(error, "Failed to send report", "Failed to send report. Please try again."), "error");
      if (block) askWhatEnded(cache, userId);
    },
  });
}
