import { useCallback, useState } from "react";
import type { GroupedMessage } from "#web/domains/chat/bubbles/message-groups.ts";
import { useDeleteMessage } from "#web/domains/chat/chat-changes.queries.ts";
import { removeFromOutbox } from "#web/domains/chat/outbox/outbox.ts";
import { LazyRender, lazyModule, useLazyModule } from "#web/ui/lazy-module.ts";

const deleteConfirm = lazyModule(() =>
  import("#web/screens/messages/log/delete-confirm.tsx").then((file) => file.DeleteConfirm),
);

/** An unsent message is removed from the outbox without confirmation. */
export function useMessageDeletion(userId: string) {
  const { mutate, isPending, variables } = useDeleteMessage(userId);
  const [messageId, setMessageId] = useState<string>();
  const request = useCallback(({ message, outgoing }: GroupedMessage) => {
    if (message) setMessageId(message._id);
    else if (outgoing) removeFromOutbox(outgoing.clientId);
  }, []);
  return {
    request,
    isOpen: messageId !== undefined,
    runningId: isPending ? variables : undefined,
    cancel: () => setMessageId(undefined),
    confirm: () => {
      if (messageId !== undefined) mutate(messageId);
      setMessageId(undefined);
    },
  };
}

interface Props {
  deletion: ReturnType<typeof useMessageDeletion>;
  /** The other member; null if their account is gone. */
  username: string | null;
}

export function DeletionDialog({ deletion: { isOpen, confirm, cancel }, username }: Props) {
  const Confirm = useLazyModule(deleteConfirm, isOpen, cancel);
  return <LazyRender as={Confirm} open={isOpen} username={username} onConfirm={confirm} onCancel={cancel} />;
}
