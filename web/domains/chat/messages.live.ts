import type { QueryClient } from "@tanstack/react-query";
import { otherMemberId } from "#contract/chat/conversations.ts";
import type { Conversation } from "#contract/chat/messages.ts";
import type { ServerEvents } from "#contract/events.ts";
import { TYPING_SHOWN_MS } from "#contract/limits.ts";
import {
  type ConversationPages,
  getRevision,
  listMessages,
  withMessages,
  withoutMessages,
  withReaction,
  withRead,
  withRevision,
  withUnansweredLimit,
} from "#web/domains/chat/conversation-pages.ts";
import {
  getCachedMessages,
  messageKeys,
  type TypingUntil,
  toLastMessage,
  updateConversationList,
  updateMessages,
  withSettings,
} from "#web/domains/chat/conversations.queries.ts";
import {
  endConversation,
  reopenConversation,
  reopenConversations,
} from "#web/domains/chat/ended-conversations.queries.ts";
import { flushOutbox, removeConfirmed } from "#web/domains/chat/outbox/outbox.ts";
import { recordRevision, resyncConversation, resyncDeletedMember } from "#web/domains/chat/resync.ts";
import { isConversationOpen } from "#web/domains/chat/tab-state.ts";
import { crushListsKey } from "#web/domains/crushes/crushes.queries.ts";
import { isEndingContact } from "#web/domains/members/ending-contact.ts";
import { isRejectedByServer } from "#web/lib/query.ts";
import { type EventHandlers, refetchQuery } from "#web/lib/realtime-handlers.ts";

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
      return event.readerId === me ? { ...conversation, unreadCount: 0 } : conversation;
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
  { conversationId, rev }: ReadPrivately,
): Conversation[] | undefined {
  const conversation = list.find((one) => one.conversationId === conversationId);
  if (conversation?.rev !== rev) return undefined;
  return list.map((one) => (one === conversation ? { ...one, unreadCount: 0 } : one));
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

/** Only a cached one; resyncs it if events were missed. */
function applyOrResync(
  cache: QueryClient,
  me: string,
  { conversationId, rev }: { conversationId: string; rev: number },
  change: (thread: ConversationPages) => ConversationPages | undefined,
): "applied" | "behind" {
  const userId = otherMemberId(conversationId, me) ?? "";
  recordRevision(conversationId, rev);
  const thread = getCachedMessages(cache, userId);
  if (!thread) return "applied";
  const changed = change(thread);
  if (changed) updateMessages(cache, userId, () => changed);
  else void resyncConversation(cache, me, userId);
  return changed ? "applied" : "behind";
}

/** No event has the number: after a card that counts now, or the deletion of a message that may have been counted. */
function recountTrained(cache: QueryClient, me: string, conversationId: string, isMore: boolean): void {
  const userId = otherMemberId(conversationId, me) ?? "";
  const thread = getCachedMessages(cache, userId);
  if (thread && (isMore || thread.pages[0]?.trainedTogether)) void resyncConversation(cache, me, userId, true);
}

function handleChange(event: MessageChanged, cache: QueryClient, me: string): void {
  applyOrResync(cache, me, event, (thread) => updateMessagesAfterChange(thread, event));
  if (event.message.date?.trainedTogether) recountTrained(cache, me, event.conversationId, true);
  updateConversationList(cache, (list) => updateListAfterChange(list, event));
}

export const messagesLive: EventHandlers = {
  new_message(event, cache, me) {
    if (event.isRepeat) return handleChange(event, cache, me);
    const userId = otherMemberId(event.conversationId, me) ?? "";
    const isOwn = event.message.sender._id === me;
    const result = applyOrResync(cache, me, event, (thread) => updateMessagesAfterNew(thread, event));
    // An own message stays in the outbox until the conversation contains it, so that it never disappears in between.
    if (isOwn && result === "applied") removeConfirmed(event.message);
    const isSeen = isOwn || isConversationOpen(userId);
    if (!isOwn) {
      cache.setQueryData<TypingUntil>(messageKeys.typing, (typing = {}) =>
        withoutExpiredTyping(typing, Date.now(), userId),
      );
      // A received message lifts the limit of unanswered messages.
      updateMessages(cache, userId, (thread) => withUnansweredLimit(thread, undefined));
    }
    updateConversationList(cache, (list) => updateListAfterMessage(list, event, isSeen));
  },

  messages_read(event, cache, me) {
    applyOrResync(cache, me, event, (thread) => updateMessagesAfterRead(thread, event));
    updateConversationList(cache, (list) => updateListAfterRead(list, event, me));
  },

  /** Reading without a receipt raises no revision, so the same revision means that nothing was missed. */
  read_privately(event, cache, me) {
    const { conversationId, readAt, rev } = event;
    const userId = otherMemberId(conversationId, me) ?? "";
    recordRevision(conversationId, rev);
    updateMessages(cache, userId, (thread) => withRead(thread, me, readAt));
    const thread = getCachedMessages(cache, userId);
    if (thread && getRevision(thread) < rev) void resyncConversation(cache, me, userId);
    updateConversationList(cache, (list) => updateListAfterOwnRead(list, event));
  },

  message_deleted(event, cache, me) {
    applyOrResync(cache, me, event, (thread) => updateMessagesAfterDeletion(thread, event));
    recountTrained(cache, me, event.conversationId, false);
    updateConversationList(cache, (list) => updateListAfterDeletion(list, event));
    const thread = getCachedMessages(cache, otherMemberId(event.conversationId, me) ?? "");
    // Without messages, the match is no longer an active connection.
    if (!thread || listMessages(thread).length === 0) void cache.invalidateQueries({ queryKey: crushListsKey });
  },

  message_reacted(event, cache, me) {
    applyOrResync(cache, me, event, (thread) => updateMessagesAfterReaction(thread, event));
    updateConversationList(cache, (list) => updateListAfterReaction(list, event));
  },

  message_changed: handleChange,

  conversation_settings_changed({ conversationId, ...settings }, cache) {
    updateConversationList(cache, (list) => withSettings(list, conversationId, settings));
  },

  user_typing({ userId }, cache) {
    cache.setQueryData<TypingUntil>(messageKeys.typing, (typing = {}) => withTyping(typing, userId, Date.now()));
    setTimeout(
      () =>
        cache.setQueryData<TypingUntil>(messageKeys.typing, (typing = {}) => withoutExpiredTyping(typing, Date.now())),
      TYPING_SHOWN_MS + 10,
    );
  },

  /** Requests for the conversation were rejected before the match. Crushes update the match lists. */
  matched({ with: member }, cache) {
    reopenConversation(cache, member._id);
    void cache.invalidateQueries({ queryKey: messageKeys.messages(member._id) });
  },

  relationship_ended({ userId }, cache) {
    if (!isEndingContact(cache, userId)) endConversation(cache, userId);
  },

  discovery_invalidated: (_, cache) => reopenConversations(cache),

  member_deleted({ userId }, cache, me) {
    resyncDeletedMember(cache, me, userId);
  },

  /** Conversations have it of their own, so that an opened one needs no further request. */
  restrictions_changed(_, cache, me) {
    for (const { queryKey, state } of cache.getQueryCache().findAll({ queryKey: messageKeys.allMessages })) {
      if (state.data) void resyncConversation(cache, me, String(queryKey[1]), true);
    }
  },

  onReconnect(cache, me) {
    flushOutbox();
    void refetchQuery(cache, messageKeys.conversations);
    for (const { queryKey, state } of cache.getQueryCache().findAll({ queryKey: messageKeys.allMessages })) {
      if (state.data) void resyncConversation(cache, me, String(queryKey[1]), true);
      else if (!isRejectedByServer(state.error)) void refetchQuery(cache, queryKey);
    }
  },
};
