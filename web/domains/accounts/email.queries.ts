import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Emails } from "#contract/accounts/email-change.ts";
import type { RequestOf } from "#contract/endpoint.ts";
import type { Endpoints } from "#contract/endpoints.ts";
import { withReauthentication } from "#web/domains/accounts/reauthentication.ts";
import { settingsKey } from "#web/domains/accounts/settings/settings.queries.ts";
import { call, getErrorMessage } from "#web/lib/api.ts";
import { refetchQuery, updateQuery } from "#web/lib/realtime-handlers.ts";
import { toast } from "#web/ui/toast.tsx";

/** Lies under the settings key: it is refetched when another device changes the email. */
export const emailKey = [...settingsKey, "email"] as const;

export const useEmails = () =>
  useQuery({
    queryKey: emailKey,
    queryFn: async ({ signal }) => (await call("GET /api/auth/email", {}, signal)).emails,
  });

/** Requests a change of the email address; it takes effect when the link in the email is opened. */
export function useChangeEmail() {
  const cache = useQueryClient();
  return useMutation({
    networkMode: "always",
    mutationFn: (body: RequestOf<Endpoints["POST /api/auth/change-email"]>["body"]) =>
      withReauthentication(() => call("POST /api/auth/change-email", { body })),
    onSuccess: ({ emails }) => updateQuery<Emails>(cache, emailKey, () => emails),
  });
}

export function useCancelEmailChange() {
  const cache = useQueryClient();
  return useMutation({
    networkMode: "always",
    mutationFn: () => call("DELETE /api/auth/change-email", {}),
    onSuccess: () => refetchQuery(cache, emailKey),
    onError: (error) => toast(getErrorMessage(error, "Failed to cancel the change"), "error"),
  });
}
