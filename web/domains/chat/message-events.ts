import type { Conversation } from "#contract/chat/messages.ts";
import type { ServerEvents } from "#contract/events.ts";
import { TYPING_SHOWN_MS } from "#contract/limits.ts";
import {
  type ConversationPages,
  getRevision,
  withMessages,
  withoutMessages,
  withReaction,
  withRead,
  withRevision,
} from "#web/domains/chat/conversation-pages.ts";
import { type TypingUntil, toLastMessage } from "#web/domains/chat/conversations.queries.ts";

// What events change: the messages of a conversation, the list of conversations, and who is typing.

type NewMessage = ServerEvents["new_message"];
type MessagesRead = ServerEvents["messages_read"];
type ReadPrivately = ServerEvents["read_privately"];
type MessageDeleted = ServerEvents["message_deleted"];
type MessageReacted = ServerEvents["message_reacted"];
type MessageChanged = ServerEvents["message_changed"];

/** The same thread for an earlier revision, and undefined after a gap. */
function applyNextRevision(
  thread: ConversationPages,
  rev: number,
  change: (thread: ConversationPages) => ConversationPages,
): ConversationPages | undefined {
  if (rev <= getRevision(thread)) return thread;
  return rev === getRevision(thread) + 1 ? withRevision(change(thread), rev) : undefined;
}

export const updateMessagesAfterNew = (thread: ConversationPages, { message, rev }: NewMessage) =>
  applyNextRevision(thread, rev, (now) => withMessages(now, [message]));

export const updateMessagesAfterRead = (thread: ConversationPages, { readerId, readAt, rev }: MessagesRead) =>
  applyNextRevision(thread, rev, (now) => withRead(now, readerId, readAt));

export const updateMessagesAfterDeletion = (thread: ConversationPages, { messageId, rev }: MessageDeleted) =>
  applyNextRevision(thread, rev, (now) => withoutMessages(now, [messageId]));

export const updateMessagesAfterReaction = (thread: ConversationPages, event: MessageReacted) =>
  applyNextRevision(thread, event.rev, (now) => withReaction(now, event));

export const updateMessagesAfterChange = (thread: ConversationPages, { message, rev }: MessageChanged) =>
  applyNextRevision(thread, rev, (now) => withMessages(now, [message]));

function applyNextToList(
  list: Conversation[],
  { conversationId, rev }: { conversationId: string; rev: number },
  change: (conversation: Conversation) => Conversation[],
): Conversation[] | undefined {
  const conversation = list.find((one) => one.conversationId === conversationId);
  if (!conversation || rev > conversation.rev + 1) return undefined;
  return rev <= conversation.rev ? list : change({ ...conversation, rev });
}

const withoutConversation = (list: Conversation[], conversation: Conversation) =>
  list.filter((one) => one.conversationId !== conversation.conversationId);

/**
 * Moves the conversation to the top with its last message. `seen`: it is open on the screen, or the message is mine.
 */
export const updateListAfterMessage = (list: Conversation[], event: NewMessage, seen: boolean) =>
  applyNextToList(list, event, (conversation) => {
    const unreadCount = conversation.unreadCount + (seen ? 0 : 1);
    const lastMessage = toLastMessage(event.message);
    return [
      { ...conversation, unreadCount, lastMessage, isArchived: false },
      ...withoutConversation(list, conversation),
    ];
  });

export const updateListAfterRead = (list: Conversation[], event: MessagesRead, me: string) =>
  applyNextToList(list, event, (conversation) =>
    list.map((one) => {
      if (one.conversationId !== event.conversationId) return one;
      return event.readerId === me ? { ...conversation, unreadCount: event.unreadCount ?? 0 } : conversation;
    }),
  );

/** A reaction changes nothing in the list but the revision. */
export const updateListAfterReaction = (list: Conversation[], event: MessageReacted) =>
  applyNextToList(list, event, (conversation) =>
    list.map((one) => (one.conversationId === event.conversationId ? conversation : one)),
  );

/** A checked image and a workout date keep their place. The summary of a date changes with it. */
export const updateListAfterChange = (list: Conversation[], event: MessageChanged) =>
  applyNextToList(list, event, (conversation) => {
    const { lastMessage: last } = conversation;
    const lastMessage = last?.createdAt === event.message.createdAt ? toLastMessage(event.message) : last;
    return list.map((one) => (one.conversationId === event.conversationId ? { ...conversation, lastMessage } : one));
  });

/** For a read on another of my devices without a receipt. Undefined at another revision: the list must be refetched. */
export function updateListAfterOwnRead(
  list: Conversation[],
  { conversationId, rev, unreadCount = 0 }: ReadPrivately,
): Conversation[] | undefined {
  const conversation = list.find((one) => one.conversationId === conversationId);
  if (conversation?.rev !== rev) return undefined;
  return list.map((one) => (one === conversation ? { ...one, unreadCount } : one));
}

/** Undefined unless the list contains the deletion: only the server knows the last message now. */
export const updateListAfterDeletion = (list: Conversation[], event: MessageDeleted) =>
  list.some((one) => one.conversationId === event.conversationId && event.rev <= one.rev) ? list : undefined;

export const withTyping = (typing: TypingUntil, userId: string, now: number): TypingUntil => ({
  ...typing,
  [userId]: now + TYPING_SHOWN_MS,
});

/** Also of `stopped`, who has sent a message. */
export const withoutExpiredTyping = (typing: TypingUntil, now: number, stopped?: string): TypingUntil =>
  Object.fromEntries(Object.entries(typing).filter(([userId, until]) => until > now && userId !== stopped));
