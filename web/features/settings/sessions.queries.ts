import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { endOtherSessions, endSession, listSessions } from "#contract/sessions.ts";
import { settingsKey } from "#web/features/settings/settings.queries.ts";
import { call, getErrorMessage } from "#web/lib/api.ts";
import { refetchQuery } from "#web/lib/realtime-handlers.ts";
import { toast } from "#web/ui/toast.tsx";

const sessionsKey = [...settingsKey, "sessions"] as const;

/** Where one is logged in. */
export const useSessionList = () =>
  useQuery({
    queryKey: sessionsKey,
    queryFn: async ({ signal }) => (await call(listSessions, {}, signal)).sessions,
  });

/** Logs out at one login, or everywhere but here; when it is through, the list is as it is now. */
export function useEndSessions() {
  const cache = useQueryClient();
  return useMutation({
    networkMode: "always",
    mutationFn: (which: { sessionId: string } | "others") =>
      which === "others" ? call(endOtherSessions, {}) : call(endSession, { params: which }),
    onSuccess: () => refetchQuery(cache, sessionsKey),
    onError: (error) => toast(getErrorMessage(error, "Failed to log out there"), "error"),
  });
}
