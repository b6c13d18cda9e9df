import type { Message } from "#contract/chat/messages.ts";

/** @param counted the unread count, if known: another device may have read some of the messages */
export function findFirstUnread(messages: readonly Message[], me: string, counted?: number): string | undefined {
  if (counted === 0) return undefined;
  const unread = messages.filter((message) => message.sender._id !== me && !message.read);
  return (unread.at(-(counted ?? unread.length)) ?? unread[0])?._id;
}

/** For older pages that were loaded meanwhile: messages unread at the time were marked as read at the same time. */
export function extendFirstUnread(
  messages: readonly Message[],
  me: string,
  firstUnreadId: string | undefined,
): string | undefined {
  const at = messages.findIndex((message) => message._id === firstUnreadId);
  const readAt = messages[at]?.readAt;
  let first = firstUnreadId;
  for (const message of readAt ? messages.slice(0, at).reverse() : []) {
    if (message.sender._id === me) continue;
    if (message.readAt !== readAt) break;
    first = message._id;
  }
  return at < 0 ? undefined : first;
}
