import { useQueryClient } from "@tanstack/react-query";
import { messageKeys } from "#web/domains/chat/conversations.queries.ts";

/** The `clientId` is the idempotency key: all attempts send and charge the image once. */
export interface PendingAttachment {
  readonly file: File;
  readonly clientId: string;
}

/** While the member buys credits. Lost on a logout and when the page is closed. */
export function usePendingAttachment(userId: string) {
  const cache = useQueryClient();
  const queryKey = messageKeys.pendingAttachment(userId);
  return {
    read: (): PendingAttachment | undefined => cache.getQueryData<PendingAttachment>(queryKey),
    save(chosen: PendingAttachment): void {
      cache.setQueryDefaults(queryKey, { gcTime: Number.POSITIVE_INFINITY });
      cache.setQueryData(queryKey, chosen);
    },
    clear: (): void => cache.removeQueries({ queryKey }),
  };
}
