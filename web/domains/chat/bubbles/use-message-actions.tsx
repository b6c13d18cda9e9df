import { Copy, Flag, Reply, RotateCw, Trash2 } from "lucide-react";
import { createContext, use } from "react";
import type { Message } from "#contract/chat/messages.ts";
import type { GroupedMessage } from "#web/domains/chat/bubbles/message-groups.ts";
import type { SetReaction } from "#web/domains/chat/bubbles/message-reactions.tsx";
import type { MenuItem } from "#web/ui/menu.tsx";
import { toast } from "#web/ui/toast.tsx";

/** The functions must be stable, or all bubbles rerender. */
export interface MessageActions {
  readonly onDelete: (bubble: GroupedMessage) => void;
  readonly onRetry: (bubble: GroupedMessage) => void;
  /** Undefined where nobody can write or react any more. */
  readonly onReply: ((message: Message) => void) | undefined;
  readonly onReact: SetReaction | undefined;
}

/** Undefined where reporting is not possible. A context, so that it need not be passed through the conversation. */
export const ReportMessageContext = createContext<((message: Message) => void) | undefined>(undefined);

async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast("Copied", "done");
  } catch {
    toast("This browser did not allow copying.", "error");
  }
}

export const getDeleteLabel = ({ message }: GroupedMessage): string => (message ? "Delete message" : "Discard message");

export function useMessageActions({
  onDelete,
  onRetry,
  onReply,
}: MessageActions): (bubble: GroupedMessage) => MenuItem[] {
  const report = use(ReportMessageContext);
  return (bubble) => {
    const { message, content, isOwn, state } = bubble;
    const items: (MenuItem | false | undefined)[] = [
      (state === "failed" || state === "waiting") && {
        label: "Retry",
        icon: <RotateCw />,
        onSelect: () => onRetry(bubble),
      },
      message && onReply && { label: "Reply", icon: <Reply />, onSelect: () => onReply(message) },
      content !== "" && { label: "Copy text", icon: <Copy />, onSelect: () => void copyText(content) },
      isOwn &&
        state !== "sending" && {
          label: getDeleteLabel(bubble),
          icon: <Trash2 />,
          danger: true,
          onSelect: () => onDelete(bubble),
        },
      message &&
        report &&
        !isOwn && { label: "Report this message", icon: <Flag />, danger: true, onSelect: () => report(message) },
    ];
    return items.filter((item) => item !== false && item !== undefined);
  };
}
