import { Archive, ArchiveRestore, Bell, BellOff } from "lucide-react";
import type { Conversation } from "#contract/messages.ts";
import { useConversationSettings } from "#web/features/messages/messages.queries.ts";
import type { MenuItem } from "#web/ui/menu.tsx";
import { toast } from "#web/ui/toast.tsx";

/** Lists what can be set for a conversation: the actions of its menus in the list and in the chat. */
export function useConversationActions(): (conversation: Conversation) => MenuItem[] {
  const { mutate } = useConversationSettings();
  return (conversation) => {
    const { isMuted, isArchived } = conversation;
    return [
      {
        label: isMuted ? "Unmute" : "Mute",
        icon: isMuted ? <Bell /> : <BellOff />,
        onSelect: () => mutate({ conversation, change: { isMuted: !isMuted } }),
      },
      {
        label: isArchived ? "Move out of archive" : "Archive",
        icon: isArchived ? <ArchiveRestore /> : <Archive />,
        onSelect: () => {
          mutate({ conversation, change: { isArchived: !isArchived } });
          if (!isArchived) toast("Archived. It is back with the next message.", "done");
        },
      },
    ];
  };
}
