import type { QueryClient } from "@tanstack/react-query";
import type { ServerEvents } from "#contract/events.ts";
import { TYPING_SHOWN_MS } from "#contract/limits.ts";
import type { Conversation } from "#contract/messages.ts";
import { otherMemberId } from "#contract/messages.ts";
import { crushListsKey } from "#web/features/crushes/crushes.queries.ts";
import { isEndingContact } from "#web/features/members/contact.queries.ts";
import {
  type ConversationPages,
  getRevision,
  listMessages,
  withMessages,
  withoutMessages,
  withRead,
  withRevision,
  withUnansweredLimit,
} from "#web/features/messages/conversation-pages.ts";
import {
  getCachedMessages,
  messageKeys,
  type TypingUntil,
  updateConversationList,
  updateMessages,
} from "#web/features/messages/conversations.queries.ts";
import { endConversation, reopenConversation } from "#web/features/messages/ended-conversations.queries.ts";
import { flushOutbox, removeConfirmed } from "#web/features/messages/outbox.ts";
import { recordRevision, resyncConversation, resyncDeletedMember } from "#web/features/messages/resync.ts";
import { isConversationOpen } from "#web/features/messages/tab-state.ts";
import { isRejectedByServer } from "#web/lib/query.ts";
import { type EventHandlers, refetchQuery } from "#web/lib/realtime-handlers.ts";

type NewMessage = ServerEvents["new_message"];
type MessagesRead = ServerEvents["messages_read"];
type ReadUntold = ServerEvents["read_privately"];
type MessageDeleted = ServerEvents["message_deleted"];

/** Applies the next change. An earlier one is there already; a later one is undefined: something was missed. */
function applyNextRevision(
  thread: ConversationPages,
  rev: number,
  change: (thread: ConversationPages) => ConversationPages,
): ConversationPages | undefined {
  if (rev <= getRevision(thread)) return thread;
  return rev === getRevision(thread) + 1 ? withRevision(change(thread), rev) : undefined;
}

export const messagesAfterNew = (thread: ConversationPages, { message, rev }: NewMessage) =>
  applyNextRevision(thread, rev, (now) => withMessages(now, [message]));

export const messagesAfterRead = (thread: ConversationPages, { readerId, readAt, rev }: MessagesRead) =>
  applyNextRevision(thread, rev, (now) => withRead(now, readerId, readAt));

export const messagesAfterDeletion = (thread: ConversationPages, { messageId, rev }: MessageDeleted) =>
  applyNextRevision(thread, rev, (now) => withoutMessages(now, [messageId]));

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

/** The list with a conversation's last message, on top. `seen`: it is open on the screen, or one's own. */
export const listAfterMessage = (list: Conversation[], event: NewMessage, seen: boolean) =>
  applyNextToList(list, event, (conversation) => {
    const { sender, messageType, content, createdAt } = event.message;
    const unreadCount = conversation.unreadCount + (seen ? 0 : 1);
    const lastMessage = { sender: { _id: sender._id }, messageType, content, createdAt };
    return [{ ...conversation, unreadCount, lastMessage }, ...withoutConversation(list, conversation)];
  });

export const listAfterRead = (list: Conversation[], event: MessagesRead, me: string) =>
  applyNextToList(list, event, (conversation) =>
    list.map((one) => {
      if (one.conversationId !== event.conversationId) return one;
      return event.readerId === me ? { ...conversation, unreadCount: 0 } : conversation;
    }),
  );

/** What was read here or on another device, and nobody else is told. A list that knows more, or less, is asked for anew. */
export function listAfterOwnRead(
  list: Conversation[],
  { conversationId, rev }: ReadUntold,
): Conversation[] | undefined {
  const conversation = list.find((one) => one.conversationId === conversationId);
  if (conversation?.rev !== rev) return undefined;
  return list.map((one) => (one === conversation ? { ...one, unreadCount: 0 } : one));
}

/** Which message is the last now, the list cannot know: undefined, unless the deletion is in it already. */
export const listAfterDeletion = (list: Conversation[], event: MessageDeleted) =>
  list.some((one) => one.conversationId === event.conversationId && event.rev <= one.rev) ? list : undefined;

export const withTyping = (typing: TypingUntil, userId: string, now: number): TypingUntil => ({
  ...typing,
  [userId]: now + TYPING_SHOWN_MS,
});

/** Without those whose time is over by `now`, and without `stopped`, who has sent a message. */
export const withoutExpiredTyping = (typing: TypingUntil, now: number, stopped?: string): TypingUntil =>
  Object.fromEntries(Object.entries(typing).filter(([userId, until]) => until > now && userId !== stopped));

/** Applies an event to the thread of a conversation if that is here, or asks for what was missed before it. */
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

/** What the messages do when an event arrives. */
export const messagesLive: EventHandlers = {
  new_message(event, cache, me) {
    const userId = otherMemberId(event.conversationId, me) ?? "";
    const own = event.message.sender._id === me;
    const done = applyOrResync(cache, me, event, (thread) => messagesAfterNew(thread, event));
    // One's own stays in the outbox until the thread has it: it never vanishes in between.
    if (own && done === "applied") removeConfirmed(event.message);
    const seen = own || isConversationOpen(userId);
    if (!own) {
      cache.setQueryData<TypingUntil>(messageKeys.typing, (typing = {}) =>
        withoutExpiredTyping(typing, Date.now(), userId),
      );
      // They have answered.
      updateMessages(cache, userId, (thread) => withUnansweredLimit(thread, undefined));
    }
    updateConversationList(cache, (list) => listAfterMessage(list, event, seen));
  },

  messages_read(event, cache, me) {
    applyOrResync(cache, me, event, (thread) => messagesAfterRead(thread, event));
    updateConversationList(cache, (list) => listAfterRead(list, event, me));
  },

  /** It is no change of the conversation: what has its revision has all of it. */
  read_privately(event, cache, me) {
    const { conversationId, readAt, rev } = event;
    const userId = otherMemberId(conversationId, me) ?? "";
    recordRevision(conversationId, rev);
    updateMessages(cache, userId, (thread) => withRead(thread, me, readAt));
    const thread = getCachedMessages(cache, userId);
    if (thread && getRevision(thread) < rev) void resyncConversation(cache, me, userId);
    updateConversationList(cache, (list) => listAfterOwnRead(list, event));
  },

  message_deleted(event, cache, me) {
    applyOrResync(cache, me, event, (thread) => messagesAfterDeletion(thread, event));
    updateConversationList(cache, (list) => listAfterDeletion(list, event));
    const thread = getCachedMessages(cache, otherMemberId(event.conversationId, me) ?? "");
    // Without messages it is no active connection any more.
    if (!thread || listMessages(thread).length === 0) void cache.invalidateQueries({ queryKey: crushListsKey });
  },

  user_typing({ userId }, cache) {
    cache.setQueryData<TypingUntil>(messageKeys.typing, (typing = {}) => withTyping(typing, userId, Date.now()));
    setTimeout(
      () =>
        cache.setQueryData<TypingUntil>(messageKeys.typing, (typing = {}) => withoutExpiredTyping(typing, Date.now())),
      TYPING_SHOWN_MS + 10,
    );
  },

  /** The conversation may have been refused until now. Who is a match, the crushes feature writes. */
  matched({ with: member }, cache) {
    reopenConversation(cache, member._id);
    void cache.invalidateQueries({ queryKey: messageKeys.messages(member._id) });
  },

  relationship_ended({ userId }, cache) {
    if (!isEndingContact(cache, userId)) endConversation(cache, userId);
  },

  member_deleted({ userId }, cache, me) {
    resyncDeletedMember(cache, me, userId);
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
