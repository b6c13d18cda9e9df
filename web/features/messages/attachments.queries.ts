import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { sendAttachment } from "#contract/messages.ts";
import type { AttachmentCredits } from "#web/features/messages/attachment-rules.ts";
import { listMessages, withMessages, withUnansweredLimit } from "#web/features/messages/conversation-pages.ts";
import {
  getCachedMessages,
  messageKeys,
  updateConversationList,
  updateMessages,
  withLastMessage,
} from "#web/features/messages/conversations.queries.ts";
import { setLastSent } from "#web/features/messages/tab-state.ts";
import { ApiError, getErrorMessage } from "#web/lib/api.ts";
import { getRetryTime } from "#web/lib/retry-after.ts";
import { upload } from "#web/lib/upload.ts";
import { toast } from "#web/ui/toast.tsx";

/** A picture that was chosen. Its `clientId` stays the same however often it is tried: it is sent, and paid, once. */
export interface PendingAttachment {
  readonly file: File;
  readonly clientId: string;
}

/** Whether a message is in the thread, by whatever way it came there. It stays true when the message is deleted. */
function useHasArrived(userId: string, clientId: string | undefined): boolean {
  const cache = useQueryClient();
  const [arrived, setArrived] = useState<string>();
  useEffect(() => {
    if (clientId === undefined) return;
    const look = () => {
      const thread = getCachedMessages(cache, userId);
      if (thread && listMessages(thread).some((message) => message.clientId === clientId)) setArrived(clientId);
    };
    return cache.getQueryCache().subscribe(look);
  }, [cache, userId, clientId]);
  return clientId !== undefined && arrived === clientId;
}

/** Whether a picture that failed may be there all the same. */
const mayBeStored = (error: unknown): boolean => !(error instanceof ApiError) || error.status >= 500;

/**
 * Sends a picture to a match; `share` is how much of it has gone out, 0 to 1. One that is `paid` for, perhaps, because its
 * answer was lost, costs nothing more. `heldUntil` is the moment before which the server wants to hear nothing, or 0.
 */
export function useSendAttachment(userId: string, chosen: PendingAttachment | undefined, credits: AttachmentCredits) {
  const cache = useQueryClient();
  const [share, setShare] = useState(0);
  const [lost, setLost] = useState<string>();
  const [heldUntil, setHeldUntil] = useState(0);
  const arrived = useHasArrived(userId, chosen?.clientId);
  const { mutate, isPending, isSuccess, variables } = useMutation({
    networkMode: "always",
    mutationFn: ({ file, clientId }: PendingAttachment) => {
      setShare(0);
      setLastSent(clientId);
      const form = new FormData();
      // The server wants to know who it is for before the picture comes.
      form.append("receiverId", userId);
      form.append("clientId", clientId);
      form.append("image", file);
      return upload(sendAttachment, form, setShare);
    },
    onSuccess: ({ message, remainingCrushes, unanswered }) => {
      updateMessages(cache, userId, (thread) => withUnansweredLimit(thread, unanswered));
      // What an event has brought meanwhile may be deleted by now.
      if (!arrived) updateMessages(cache, userId, (thread) => withMessages(thread, [message]));
      updateConversationList(cache, (list) => withLastMessage(list, message));
      credits.onSent(remainingCrushes);
    },
    onError: (error, { clientId }) => {
      credits.onSendError();
      setHeldUntil(getRetryTime(error));
      if (mayBeStored(error)) setLost(clientId);
      // Before it asks for a crush the server looks whether the picture is there.
      else if (error instanceof ApiError && error.code === "attachment_out_of_crushes") setLost(undefined);
      // The answer was lost, but an event told that the picture is there.
      if (arrived) return;
      toast(getErrorMessage(error, "Failed to send image", "Failed to send image. Please try again."), "error");
    },
  });
  const answered = isSuccess && variables.clientId === chosen?.clientId;
  const sent = answered || (arrived && !isPending);
  const paid = sent || (chosen !== undefined && lost === chosen.clientId);
  return { send: mutate, sending: isPending, sent, paid, share, heldUntil };
}

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
