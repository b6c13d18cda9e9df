import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { cancelEmailChange, changeEmail, type Emails, getEmails } from "#contract/email-change.ts";
import type { RequestOf } from "#contract/endpoint.ts";
import { settingsKey } from "#web/features/settings/settings.queries.ts";
import { call, getErrorMessage } from "#web/lib/api.ts";
import { refetchQuery, updateQuery } from "#web/lib/realtime-handlers.ts";
import { toast } from "#web/ui/toast.tsx";

/** A settings query: refetched when another device changes the email. */
export const emailKey = [...settingsKey, "email"] as const;

/** One's address, and the one that waits to take its place. */
export const useEmails = () =>
  useQuery({ queryKey: emailKey, queryFn: async ({ signal }) => (await call(getEmails, {}, signal)).emails });

/** Asks for another address. */
export function useChangeEmail() {
  const cache = useQueryClient();
  return useMutation({
    networkMode: "always",
    mutationFn: (body: RequestOf<typeof changeEmail>["body"]) => call(changeEmail, { body }),
    onSuccess: ({ emails }) => updateQuery<Emails>(cache, emailKey, () => emails),
  });
}

/** Takes back the change that waits. */
export function useCancelEmailChange() {
  const cache = useQueryClient();
  return useMutation({
    networkMode: "always",
    mutationFn: () => call(cancelEmailChange, {}),
    onSuccess: () => refetchQuery(cache, emailKey),
    onError: (error) => toast(getErrorMessage(error, "Failed to cancel the change"), "error"),
  });
}
