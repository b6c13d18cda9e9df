import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { cancelEmailChange, changeEmail, type Emails, getEmails } from "#contract/email-change.ts";
import type { RequestOf } from "#contract/endpoint.ts";
import { call, messageOf } from "#web/lib/api.ts";
import { askAgain, write } from "#web/lib/live.ts";
import { toast } from "#web/ui/toast.tsx";

/** Among what a member sets: asked for anew when any device of theirs has changed it. */
const emailKey = ["settings", "email"] as const;

/** One's address, and the one that waits to take its place. */
export const useEmails = () =>
  useQuery({ queryKey: emailKey, queryFn: async ({ signal }) => (await call(getEmails, {}, signal)).emails });

/** Asks for another address. */
export function useChangeEmail() {
  const cache = useQueryClient();
  return useMutation({
    networkMode: "always",
    mutationFn: (body: RequestOf<typeof changeEmail>["body"]) => call(changeEmail, { body }),
    onSuccess: ({ emails }) => write<Emails>(cache, emailKey, () => emails),
  });
}

/** Takes back the change that waits. */
export function useCancelEmailChange() {
  const cache = useQueryClient();
  return useMutation({
    networkMode: "always",
    mutationFn: () => call(cancelEmailChange, {}),
    onSuccess: () => askAgain(cache, emailKey),
    onError: (error) => toast(messageOf(error, "Failed to cancel the change"), "error"),
  });
}
