import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { endOtherSessions, endSession, listSessions } from "#contract/sessions.ts";
import { call, messageOf } from "#web/lib/api.ts";
import { askAgain } from "#web/lib/live.ts";
import { toast } from "#web/ui/toast.tsx";

const sessionsKey = ["settings", "logins"] as const;

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
    mutationFn: (which: { loginId: string } | "others") =>
      which === "others" ? call(endOtherSessions, {}) : call(endSession, { params: which }),
    onSuccess: () => askAgain(cache, sessionsKey),
    onError: (error) => toast(messageOf(error, "Failed to log out there"), "error"),
  });
}
