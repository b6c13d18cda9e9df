import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { AttachmentCredits } from "#web/domains/chat/bubbles/attachment-rules.ts";
import { updateConversation } from "#web/domains/chat/conversation-list.queries.ts";
import { listMessages, withMessages, withUnansweredLimit } from "#web/domains/chat/conversation-pages.ts";
import { getCachedMessages, updateMessages, withLastMessage } from "#web/domains/chat/conversations.queries.ts";
import { draftStore } from "#web/domains/chat/outbox/draft-store.ts";
import { setLastSent } from "#web/domains/chat/tab-state.ts";
import { toastRefusal } from "#web/domains/members/limits/toast-refusal.ts";
import { ApiError, getErrorMessage } from "#web/lib/api.ts";
import { getRetryTime } from "#web/lib/retry-after.ts";
import { upload } from "#web/lib/upload.ts";
import type { PendingAttachment } from "#web/screens/messages/composer/pending-attachment.ts";

/** Whether the message is in the conversation, by a response or an event. Stays true if the message is deleted. */
function useHasArrived(userId: string, clientId: string | undefined): boolean {
  const cache = useQueryClient();
  const [arrived, setArrived] = useState<string>();
  useEffect(() => {
    if (clientId === undefined) return;
    const checkArrival = () => {
      const thread = getCachedMessages(cache, userId);
      if (thread && listMessages(thread).some((message) => message.clientId === clientId)) setArrived(clientId);
    };
    return cache.getQueryCache().subscribe(checkArrival);
  }, [cache, userId, clientId]);
  return clientId !== undefined && arrived === clientId;
}

/** Whether the server may have stored the image although the request failed. */
const mayBeStored = (error: unknown): boolean => !(error instanceof ApiError) || error.status >= 500;

/**
 * Sends an image to a match. `share` is the uploaded fraction, from 0 to 1. `paid`: an earlier attempt whose response
 * was lost may have been charged, so another costs nothing. `heldUntil`: the end of the server's rate limit, or 0.
 */
export function useSendAttachment(userId: string, chosen: PendingAttachment | undefined, credits: AttachmentCredits) {
  const cache = useQueryClient();
  const [share, setShare] = useState(0);
  const [unconfirmedId, setUnconfirmedId] = useState<string>();
  const [heldUntil, setHeldUntil] = useState(0);
  const arrived = useHasArrived(userId, chosen?.clientId);
  const { mutate, isPending, isSuccess, variables } = useMutation({
    networkMode: "always",
    mutationFn: ({ file, clientId }: PendingAttachment) => {
      setShare(0);
      setLastSent(clientId);
      const form = new FormData();
      // The server needs the recipient before the file arrives.
      form.append("receiverId", userId);
      form.append("clientId", clientId);
      const replyTo = draftStore.readReply(userId);
      if (replyTo) form.append("replyToId", replyTo._id);
      form.append("image", file);
      return upload("POST /api/messages/send-image", form, setShare);
    },
    onSuccess: ({ message, remainingCrushes, unanswered }) => {
      updateMessages(cache, userId, (thread) => withUnansweredLimit(thread, unanswered));
      // A message that an event delivered may have been deleted meanwhile; do not add it again.
      if (!arrived) updateMessages(cache, userId, (thread) => withMessages(thread, [message]));
      updateConversation(cache, userId, (list) => withLastMessage(list, message));
      draftStore.writeReply(userId, undefined);
      credits.onSent(remainingCrushes);
    },
    onError: (error, { clientId }) => {
      credits.onSendError();
      setHeldUntil(getRetryTime(error));
      if (mayBeStored(error)) setUnconfirmedId(clientId);
      // The server checks for the stored image before it asks for a credit, so this error means that it is not stored.
      else if (error instanceof ApiError && error.code === "attachment_out_of_crushes") setUnconfirmedId(undefined);
      // The response was lost, but an event has delivered the message.
      if (arrived) return;
      toastRefusal(error, getErrorMessage(error, "Failed to send image", "Failed to send image. Please try again."));
    },
  });
  const answered = isSuccess && variables.clientId === chosen?.clientId;
  const sent = answered || (arrived && !isPending);
  const paid = sent || (chosen !== undefined && unconfirmedId === chosen.clientId);
  return { send: mutate, sending: isPending, sent, paid, share, heldUntil };
}
