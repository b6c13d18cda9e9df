import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { settingsKey } from "#web/domains/accounts/settings/settings.queries.ts";
import { refreshMessageLinks } from "#web/domains/chat/conversations.queries.ts";
import { call, getErrorMessage } from "#web/lib/api.ts";
import { refetchQuery } from "#web/lib/realtime-handlers.ts";
import { toast } from "#web/ui/toast.tsx";

const sessionsKey = [...settingsKey, "sessions"] as const;

export const useSessionList = () =>
  useQuery({
    queryKey: sessionsKey,
    queryFn: async ({ signal }) => (await call("GET /api/auth/sessions", {}, signal)).sessions,
  });

/** Ends one session, or all but this one. The list is refetched before the mutation completes. */
export function useEndSessions() {
  const cache = useQueryClient();
  return useMutation({
    networkMode: "always",
    mutationFn: (target: { sessionId: string } | "others") =>
      target === "others"
        ? call("DELETE /api/auth/sessions", {})
        : call("DELETE /api/auth/sessions/:sessionId", { params: target }),
    onSuccess: (_, target) => {
      if (target === "others") void refreshMessageLinks(cache);
      return refetchQuery(cache, sessionsKey);
    },
    onError: (error) => toast(getErrorMessage(error, "Failed to log out there"), "error"),
  });
}
