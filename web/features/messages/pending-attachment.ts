import { useQueryClient } from "@tanstack/react-query";
import { messageKeys } from "#web/features/messages/conversations.queries.ts";

/** A selected image. Its `clientId` is the idempotency key: all attempts send and charge it once. */
export interface PendingAttachment {
  readonly file: File;
  readonly clientId: string;
}

/** Keeps an image while the member buys credits for it. It is lost on a logout and when the page is closed. */
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
