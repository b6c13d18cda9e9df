import { Archive, ArchiveRestore, Bell, BellOff } from "lucide-react";
import type { Conversation } from "#contract/chat/messages.ts";
import { SETTINGS_TOPIC, useConversationSettings } from "#web/domains/chat/chat-changes.queries.ts";
import type { ConversationSettings } from "#web/domains/chat/conversations.queries.ts";
import type { MenuItem } from "#web/ui/menu.tsx";
import { toast } from "#web/ui/toast.tsx";

/** For the menus in the list and in the chat. @param onArchived leaves the conversation */
export function useConversationActions(onArchived?: () => void): (conversation: Conversation) => MenuItem[] {
  const { mutate } = useConversationSettings();
  return (conversation) => {
    const { isMuted, isArchived } = conversation;
    const set = (change: Partial<ConversationSettings>, text?: string, undo?: Partial<ConversationSettings>) => {
      mutate({ conversation, change });
      const action = undo && { label: "Undo", onPress: () => mutate({ conversation, change: undo }) };
      if (text) toast(text, "done", SETTINGS_TOPIC, undefined, action);
    };
    return [
      {
        label: isMuted ? "Unmute" : "Mute",
        icon: isMuted ? <Bell /> : <BellOff />,
        onSelect: () =>
          isMuted
            ? set({ isMuted: false }, "You are notified again.")
            : set({ isMuted: true }, "Muted. Messages come without a notification.", { isMuted: false }),
      },
      {
        label: isArchived ? "Move out of archive" : "Archive",
        icon: isArchived ? <ArchiveRestore /> : <Archive />,
        onSelect: () => {
          if (isArchived) return set({ isArchived: false });
          set({ isArchived: true }, "Archived. It is back with the next message.", { isArchived: false });
          onArchived?.();
        },
      },
    ];
  };
}
