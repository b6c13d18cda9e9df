import type { QueryClient } from "@tanstack/react-query";
import type { Conversation, Message } from "#contract/chat/messages.ts";
import type { ConversationPages } from "#web/domains/chat/conversation-pages.ts";

/** Until when each member is shown as typing, in milliseconds since the epoch. */
export type TypingUntil = Readonly<Record<string, number>>;

/** Query keys of conversations. */
export const messageKeys = {
  /** The loaded part of the list. */
  conversations: ["conversations"],
  /** What stands beside it: `OlderConversations`. */
  older: ["older-conversations"],
  /** Requests one conversation, for the list. */
  conversation: (userId: string) => ["conversation", userId],
  allMessages: ["messages"],
  messages: (userId: string) => ["messages", userId],
  ended: ["ended"],
  typing: ["typing"],
  searchText: ["message-search-text"],
  search: (text: string) => ["message-search", text],
  /** For workout dates, whose queries load later than the live updates. */
  dates: ["dates"],
  pendingAttachment: (userId: string) => ["pending-attachment", userId],
} as const;

export const getCachedMessages = (cache: QueryClient, userId: string): ConversationPages | undefined =>
  cache.getQueryData<ConversationPages>(messageKeys.messages(userId));

/** Reads cached conversations again, after the links in their messages have changed. */
export const refreshMessageLinks = (cache: QueryClient): Promise<void> =>
  cache.invalidateQueries({ queryKey: messageKeys.allMessages });

/** Updates a cached conversation, if there is one. */
export function updateMessages(
  cache: QueryClient,
  userId: string,
  change: (thread: ConversationPages) => ConversationPages | undefined,
): void {
  cache.setQueryData<ConversationPages>(messageKeys.messages(userId), (thread) => thread && change(thread));
}

/** A message as the list of conversations shows it. */
export const toLastMessage = ({ sender, messageType, content, createdAt, date }: Message) => ({
  sender: { _id: sender._id },
  messageType,
  content,
  createdAt,
  ...(date && { turn: date.turn }),
});

/** Updates a conversation's last message. Returns undefined if the list does not contain the conversation. */
export function withLastMessage(list: Conversation[], message: Message): Conversation[] | undefined {
  const { conversationId, createdAt } = message;
  const conversation = list.find((one) => one.conversationId === conversationId);
  if (!conversation) return undefined;
  if (conversation.lastMessage && conversation.lastMessage.createdAt >= createdAt) return list;
  const lastMessage = toLastMessage(message);
  return [{ ...conversation, lastMessage, isArchived: false }, ...list.filter((one) => one !== conversation)];
}

export type ConversationSettings = Pick<Conversation, "isMuted" | "isArchived">;

/** Returns undefined if the list does not contain the conversation. */
export const withSettings = (
  list: Conversation[],
  conversationId: string,
  settings: Partial<ConversationSettings>,
): Conversation[] | undefined =>
  list.some((one) => one.conversationId === conversationId)
    ? list.map((one) => (one.conversationId === conversationId ? { ...one, ...settings } : one))
    : undefined;
