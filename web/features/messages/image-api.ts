import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { sendImage } from "#contract/messages.ts";
import { changeList, changeThread, listWithLast, readThread } from "#web/features/messages/cache.ts";
import type { ImagePurse } from "#web/features/messages/image-rules.ts";
import { sayHere } from "#web/features/messages/said.ts";
import { messagesOf, withMessages } from "#web/features/messages/thread.ts";
import { messageOf } from "#web/lib/api.ts";
import { upload } from "#web/lib/upload.ts";
import { toast } from "#web/ui/toast.tsx";

/** A picture that was chosen. Its `clientId` stays the same however often it is tried: it is sent, and paid, once. */
export interface Chosen {
  readonly file: File;
  readonly clientId: string;
}

/** Whether a message is in the thread, by whatever way it came there. It stays true when the message is deleted. */
function useArrived(userId: string, clientId: string | undefined): boolean {
  const cache = useQueryClient();
  const [arrived, setArrived] = useState<string>();
  useEffect(() => {
    if (clientId === undefined) return;
    const look = () => {
      const thread = readThread(cache, userId);
      if (thread && messagesOf(thread).some((message) => message.clientId === clientId)) setArrived(clientId);
    };
    return cache.getQueryCache().subscribe(look);
  }, [cache, userId, clientId]);
  return clientId !== undefined && arrived === clientId;
}

/** Sends a picture to a match; `share` is how much of it has gone out, 0 to 1. */
export function useSendImage(userId: string, chosen: Chosen | undefined, purse: ImagePurse) {
  const cache = useQueryClient();
  const [share, setShare] = useState(0);
  const arrived = useArrived(userId, chosen?.clientId);
  const { mutate, isPending, isSuccess, variables } = useMutation({
    networkMode: "always",
    mutationFn: ({ file, clientId }: Chosen) => {
      setShare(0);
      sayHere(clientId);
      const form = new FormData();
      // The server wants to know who it is for before the picture comes.
      form.append("receiverId", userId);
      form.append("clientId", clientId);
      form.append("image", file);
      return upload(sendImage, form, setShare);
    },
    onSuccess: ({ message, remainingCrushes }) => {
      // What an event has brought meanwhile may be deleted by now.
      if (!arrived) changeThread(cache, userId, (thread) => withMessages(thread, [message]));
      changeList(cache, (list) => listWithLast(list, message));
      purse.onSent(remainingCrushes);
    },
    onError: (error) => {
      purse.onUnsure();
      // The answer was lost, but an event told that the picture is there.
      if (arrived) return;
      toast(messageOf(error, "Failed to send image", "Failed to send image. Please try again."), "error");
    },
  });
  const answered = isSuccess && variables.clientId === chosen?.clientId;
  return { send: mutate, sending: isPending, sent: answered || (arrived && !isPending), share };
}
