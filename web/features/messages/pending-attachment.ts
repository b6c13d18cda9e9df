import { useQueryClient } from "@tanstack/react-query";
import type { PendingAttachment } from "#web/features/messages/attachments.queries.ts";
import { messageKeys } from "#web/features/messages/messages-cache.ts";

/** A picture that waits for a member while they buy what sending it costs. It goes with the login, and with the page. */
export function usePendingAttachment(userId: string) {
  const cache = useQueryClient();
  const queryKey = messageKeys.pendingAttachment(userId);
  return {
    read: (): PendingAttachment | undefined => cache.getQueryData<PendingAttachment>(queryKey),
    keep(chosen: PendingAttachment): void {
      cache.setQueryDefaults(queryKey, { gcTime: Number.POSITIVE_INFINITY });
      cache.setQueryData(queryKey, chosen);
    },
    forget: (): void => cache.removeQueries({ queryKey }),
  };
}
