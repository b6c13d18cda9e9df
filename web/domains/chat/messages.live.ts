import type { QueryClient } from "@tanstack/react-query";
import { otherMemberId } from "#contract/chat/conversations.ts";
import type { ServerEvents } from "#contract/events.ts";
import { TYPING_SHOWN_MS } from "#contract/limits.ts";
import { updateConversation } from "#web/domains/chat/conversation-list.queries.ts";
import {
  type ConversationPages,
  getRevision,
  listMessages,
  withRead,
  withUnansweredLimit,
} from "#web/domains/chat/conversation-pages.ts";
import {
  getCachedMessages,
  messageKeys,
  type TypingUntil,
  updateMessages,
  withSettings,
} from "#web/domains/chat/conversations.queries.ts";
import {
  endConversation,
  reopenConversation,
  reopenConversations,
} from "#web/domains/chat/ended-conversations.queries.ts";
import {
  updateListAfterChange,
  updateListAfterDeletion,
  updateListAfterMessage,
  updateListAfterOwnRead,
  updateListAfterReaction,
  updateListAfterRead,
  updateMessagesAfterChange,
  updateMessagesAfterDeletion,
  updateMessagesAfterNew,
  updateMessagesAfterReaction,
  updateMessagesAfterRead,
  withoutExpiredTyping,
  withTyping,
} from "#web/domains/chat/message-events.ts";
import { flushOutbox, removeConfirmed } from "#web/domains/chat/outbox/outbox.ts";
import { recordRevision, resyncConversation, resyncDeletedMember } from "#web/domains/chat/resync.ts";
import { isConversationOpen } from "#web/domains/chat/tab-state.ts";
import { crushesKey } from "#web/domains/crushes/crushes.queries.ts";
import { isEndingContact } from "#web/domains/members/ending-contact.ts";
import { isRejectedByServer } from "#web/lib/query.ts";
import { type EventHandlers, refetchQuery } from "#web/lib/realtime-handlers.ts";

type MessageChanged = ServerEvents["message_changed"];

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
  const userId = otherMemberId(event.conversationId, me) ?? "";
  updateConversation(cache, userId, (list) => updateListAfterChange(list, event), event);
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
    updateConversation(cache, userId, (list) => updateListAfterMessage(list, event, isSeen), event);
  },

  messages_read(event, cache, me) {
    applyOrResync(cache, me, event, (thread) => updateMessagesAfterRead(thread, event));
    const userId = otherMemberId(event.conversationId, me) ?? "";
    const isListed = event.readerId === me;
    updateConversation(cache, userId, (list) => updateListAfterRead(list, event, me), { rev: event.rev, isListed });
  },

  /** Reading without a receipt raises no revision, so the same revision means that nothing was missed. */
  read_privately(event, cache, me) {
    const { conversationId, readAt, rev } = event;
    const userId = otherMemberId(conversationId, me) ?? "";
    recordRevision(conversationId, rev);
    updateMessages(cache, userId, (thread) => withRead(thread, me, readAt));
    const thread = getCachedMessages(cache, userId);
    if (thread && getRevision(thread) < rev) void resyncConversation(cache, me, userId);
    updateConversation(cache, userId, (list) => updateListAfterOwnRead(list, event), event);
  },

  message_deleted(event, cache, me) {
    applyOrResync(cache, me, event, (thread) => updateMessagesAfterDeletion(thread, event));
    recountTrained(cache, me, event.conversationId, false);
    const userId = otherMemberId(event.conversationId, me) ?? "";
    updateConversation(cache, userId, (list) => updateListAfterDeletion(list, event), event);
    const thread = getCachedMessages(cache, userId);
    // Without messages, the match is no longer an active connection.
    if (!thread || listMessages(thread).length === 0) void cache.invalidateQueries({ queryKey: crushesKey });
  },

  message_reacted(event, cache, me) {
    applyOrResync(cache, me, event, (thread) => updateMessagesAfterReaction(thread, event));
    const { conversationId, rev } = event;
    const userId = otherMemberId(conversationId, me) ?? "";
    updateConversation(cache, userId, (list) => updateListAfterReaction(list, event), { rev, isListed: false });
  },

  message_changed: handleChange,

  conversation_settings_changed({ conversationId, ...settings }, cache, me) {
    const userId = otherMemberId(conversationId, me) ?? "";
    updateConversation(cache, userId, (list) => withSettings(list, conversationId, settings));
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
