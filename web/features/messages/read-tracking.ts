import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import type { Message } from "#contract/messages.ts";
import { useConversations, useMarkRead } from "#web/features/messages/messages.queries.ts";
import { setOpenConversation } from "#web/features/messages/tab-state.ts";

/** The first message that I have not read. @param counted how many there are, if known: another device may have read some */
export function findFirstUnread(messages: readonly Message[], me: string, counted?: number): string | undefined {
  if (counted === 0) return undefined;
  const unread = messages.filter((message) => message.sender._id !== me && !message.read);
  return (unread.at(-(counted ?? unread.length)) ?? unread[0])?._id;
}

/** The same where older pages have come since: what was unread with it was marked as read with it. */
export function extendFirstUnread(
  messages: readonly Message[],
  me: string,
  stoppedAt: string | undefined,
): string | undefined {
  const at = messages.findIndex((message) => message._id === stoppedAt);
  const readAt = messages[at]?.readAt;
  let first = stoppedAt;
  for (const message of readAt ? messages.slice(0, at).reverse() : []) {
    if (message.sender._id === me) continue;
    if (message.readAt !== readAt) break;
    first = message._id;
  }
  return at < 0 ? undefined : first;
}

/** Where I had stopped reading when the chat was opened, or when a hidden tab is looked at again. Stays until I leave. */
export function useFirstUnread(userId: string, me: string, messages: readonly Message[] | undefined) {
  const conversations = useConversations();
  const counted = conversations.data?.find((one) => one.otherUser._id === userId)?.unreadCount;
  const [stoppedAt, setStoppedAt] = useState<string>();
  const [opened, setOpened] = useState(false);
  if (!opened && messages) {
    setOpened(true);
    setStoppedAt(findFirstUnread(messages, me, counted));
  }
  const look = useEffectEvent(() => {
    if (document.visibilityState !== "visible" || !messages) return;
    const first = findFirstUnread(messages, me, counted);
    if (first !== undefined) setStoppedAt(first);
  });
  useEffect(() => {
    const shown = () => look();
    document.addEventListener("visibilitychange", shown);
    return () => document.removeEventListener("visibilitychange", shown);
  }, []);
  return useMemo(() => messages && extendFirstUnread(messages, me, stoppedAt), [messages, me, stoppedAt]);
}

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
