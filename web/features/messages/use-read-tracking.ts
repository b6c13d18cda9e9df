import { useEffect, useEffectEvent, useRef } from "react";
import type { Message } from "#contract/messages.ts";
import { useConversations, useMarkRead } from "#web/features/messages/messages.queries.ts";
import { setOpenConversation } from "#web/features/messages/open-conversation.ts";

/** What is unread: up to which message, or that the list counts some that are not loaded. */
function getUnreadMark(messages: readonly Message[], me: string, counted: number): string | undefined {
  const newest = messages.findLast((message) => message.sender._id !== me && !message.read);
  return newest?._id ?? (counted > 0 ? "older" : undefined);
}

/** Marks what is on the screen as read: on opening, with every message that comes in, and when a hidden tab is shown again. */
export function useReadTracking(userId: string, me: string, messages: readonly Message[] | undefined): void {
  const { mutate, isPending } = useMarkRead(userId, me);
  const conversations = useConversations();
  const counted = conversations.data?.find((one) => one.otherUser._id === userId)?.unreadCount ?? 0;
  const unread = messages && getUnreadMark(messages, me, counted);
  // What could not be marked is not tried again and again, but with the next message, the next look or a network that is back.
  const tried = useRef<string>(undefined);

  const read = useEffectEvent((mark: string | undefined, pending: boolean) => {
    if (mark === undefined || mark === tried.current || pending || document.visibilityState !== "visible") return;
    tried.current = mark;
    mutate();
  });
  const look = useEffectEvent(() => {
    tried.current = undefined;
    read(unread, isPending);
  });

  useEffect(() => read(unread, isPending), [unread, isPending]);

  useEffect(() => {
    const stopWatching = setOpenConversation(userId);
    document.addEventListener("visibilitychange", look);
    addEventListener("online", look);
    return () => {
      stopWatching();
      document.removeEventListener("visibilitychange", look);
      removeEventListener("online", look);
    };
  }, [userId]);
}
