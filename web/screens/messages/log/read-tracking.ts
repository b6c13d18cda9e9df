import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import type { Message } from "#contract/chat/messages.ts";
import { useMarkRead } from "#web/domains/chat/chat-changes.queries.ts";
import { useConversation } from "#web/domains/chat/conversation-list.queries.ts";
import { extendFirstUnread, findFirstUnread } from "#web/domains/chat/first-unread.ts";
import { isConversationOpen, setOpenConversation } from "#web/domains/chat/tab-state.ts";

/** When the chat was opened or a hidden tab became visible. Constant while the chat is open. */
export function useFirstUnread(userId: string, me: string, messages: readonly Message[] | undefined) {
  const counted = useConversation(userId).data?.unreadCount;
  const [firstUnreadId, setFirstUnreadId] = useState<string>();
  const [isOpened, setIsOpened] = useState(false);
  if (!isOpened && messages) {
    setIsOpened(true);
    setFirstUnreadId(findFirstUnread(messages, me, counted));
  }
  const update = useEffectEvent(() => {
    if (document.visibilityState !== "visible" || !messages) return;
    const first = findFirstUnread(messages, me, counted);
    if (first !== undefined) setFirstUnreadId(first);
  });
  useEffect(() => {
    const onVisibilityChange = () => update();
    document.addEventListener("visibilitychange", onVisibilityChange);
    return () => document.removeEventListener("visibilitychange", onVisibilityChange);
  }, []);
  return useMemo(() => messages && extendFirstUnread(messages, me, firstUnreadId), [messages, me, firstUnreadId]);
}

/** The id of the newest, or "older" if only unloaded ones are unread. */
function getUnreadMark(messages: readonly Message[], me: string, counted: number): string | undefined {
  const newest = messages.findLast((message) => message.sender._id !== me && !message.read);
  return newest?._id ?? (counted > 0 ? "older" : undefined);
}

/** When the chat opens, when a message arrives, and when a hidden tab becomes visible. */
export function useReadTracking(userId: string, me: string, messages: readonly Message[] | undefined): void {
  const { mutate, isPending } = useMarkRead(userId, me);
  const counted = useConversation(userId).data?.unreadCount ?? 0;
  const unread = messages && getUnreadMark(messages, me, counted);
  // A failed request is repeated with the next message, or when the tab becomes visible or the network returns.
  const lastMark = useRef<string>(undefined);

  const markOnce = useEffectEvent((mark: string | undefined, pending: boolean) => {
    if (mark === undefined || mark === lastMark.current || pending || !isConversationOpen(userId)) return;
    lastMark.current = mark;
    mutate();
  });
  const retry = useEffectEvent(() => {
    lastMark.current = undefined;
    markOnce(unread, isPending);
  });

  useEffect(() => {
    const stopWatching = setOpenConversation(userId);
    document.addEventListener("visibilitychange", retry);
    addEventListener("online", retry);
    return () => {
      stopWatching();
      document.removeEventListener("visibilitychange", retry);
      removeEventListener("online", retry);
    };
  }, [userId]);

  useEffect(() => markOnce(unread, isPending), [unread, isPending]);
}
