import { useMutation, useQueryClient } from "@tanstack/react-query";
import { browseKey } from "#web/domains/discovery/browse-key.ts";
import { call, getErrorMessage } from "#web/lib/api.ts";
import { refetchQuery } from "#web/lib/realtime-handlers.ts";
import { toast } from "#web/ui/toast.tsx";

export function useUnblockMember(userId: string) {
  const cache = useQueryClient();
  return useMutation({
    networkMode: "always",
    mutationFn: () => call("POST /api/safety/unblock", { body: { userId } }),
    onSuccess: ({ message }) => {
      toast(message, "done");
      void refetchQuery(cache, browseKey);
    },
    onError: (error) => toast(getErrorMessage(error, "Failed to unblock", "Failed to unblock"), "error"),
  });
}
