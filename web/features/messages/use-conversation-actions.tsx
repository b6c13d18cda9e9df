import { Archive, ArchiveRestore, Bell, BellOff } from "lucide-react";
import type { Conversation } from "#contract/messages.ts";
import type { ConversationSettings } from "#web/features/messages/conversations.queries.ts";
import { useConversationSettings } from "#web/features/messages/messages.queries.ts";
import type { MenuItem } from "#web/ui/menu.tsx";
import { toast } from "#web/ui/toast.tsx";

/**
 * Lists what can be set for a conversation: the actions of its menus in the list and in the chat. Each can be undone.
 * @param onArchived leaves the chat
 */
export function useConversationActions(onArchived?: () => void): (conversation: Conversation) => MenuItem[] {
  const { mutate } = useConversationSettings();
  const set = (conversation: Conversation, change: Partial<ConversationSettings>, text: string) => {
    const { isMuted, isArchived } = conversation;
    mutate({ conversation, change });
    const onPress = () => mutate({ conversation, change: { isMuted, isArchived } });
    toast(text, "done", `settings ${conversation.conversationId}`, undefined, { label: "Undo", onPress });
  };
  return (conversation) => {
    const { isMuted, isArchived } = conversation;
    const { username } = conversation.otherUser;
    return [
      {
        label: isMuted ? "Unmute" : "Mute",
        icon: isMuted ? <Bell /> : <BellOff />,
        onSelect: () =>
          set(
            conversation,
            { isMuted: !isMuted },
            isMuted ? `You hear from ${username} again.` : `Muted. Messages from ${username} arrive without notice.`,
          ),
      },
      {
        label: isArchived ? "Move out of archive" : "Archive",
        icon: isArchived ? <ArchiveRestore /> : <Archive />,
        onSelect: () => {
          set(
            conversation,
            { isArchived: !isArchived },
            isArchived ? "Back in your conversations." : "Archived. It is back with the next message.",
          );
          if (!isArchived) onArchived?.();
        },
      },
    ];
  };
}
