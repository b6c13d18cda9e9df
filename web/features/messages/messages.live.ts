import type { QueryClient } from "@tanstack/react-query";
import type { ServerEvents } from "#contract/events.ts";
import { TYPING_SHOWN_MS } from "#contract/limits.ts";
import type { Conversation } from "#contract/messages.ts";
import { isEnding } from "#web/features/members/ending.ts";
import { changeList, changeThread, keys, otherOf, readThread, type Typing } from "#web/features/messages/cache.ts";
import { catchUp, hear } from "#web/features/messages/catch-up.ts";
import { beginConversation, endConversation, leaveBehind } from "#web/features/messages/ended.ts";
import { confirm, sendWaiting } from "#web/features/messages/sending.ts";
import {
  type CachedThread,
  messagesOf,
  revOf,
  withMessages,
  withoutMessages,
  withRead,
  withRev,
  withUnanswered,
} from "#web/features/messages/thread.ts";
import { isWatched } from "#web/features/messages/watching.ts";
import { askAgain, type Live } from "#web/lib/live.ts";
import { isRefusal } from "#web/lib/query.ts";

type NewMessage = ServerEvents["new_message"];
type MessagesRead = ServerEvents["messages_read"];
type ReadUntold = ServerEvents["read_untold"];
type MessageDeleted = ServerEvents["message_deleted"];

/** Applies the next change. An earlier one is there already; a later one is undefined: something was missed. */
function inTurn(
  thread: CachedThread,
  rev: number,
  change: (thread: CachedThread) => CachedThread,
): CachedThread | undefined {
  if (rev <= revOf(thread)) return thread;
  return rev === revOf(thread) + 1 ? withRev(change(thread), rev) : undefined;
}

export const threadAfterMessage = (thread: CachedThread, { message, rev }: NewMessage) =>
  inTurn(thread, rev, (now) => withMessages(now, [message]));

export const threadAfterRead = (thread: CachedThread, { readerId, readAt, rev }: MessagesRead) =>
  inTurn(thread, rev, (now) => withRead(now, readerId, readAt));

export const threadAfterDeletion = (thread: CachedThread, { messageId, rev }: MessageDeleted) =>
  inTurn(thread, rev, (now) => withoutMessages(now, [messageId]));

function listInTurn(
  list: Conversation[],
  { conversationId, rev }: { conversationId: string; rev: number },
  change: (conversation: Conversation) => Conversation[],
): Conversation[] | undefined {
  const conversation = list.find((one) => one.conversationId === conversationId);
  if (!conversation || rev > conversation.rev + 1) return undefined;
  return rev <= conversation.rev ? list : change({ ...conversation, rev });
}

const others = (list: Conversation[], conversation: Conversation) =>
  list.filter((one) => one.conversationId !== conversation.conversationId);

/** The list with a conversation's last message, on top. `seen`: it is open on the screen, or one's own. */
export const listAfterMessage = (list: Conversation[], event: NewMessage, seen: boolean) =>
  listInTurn(list, event, (conversation) => {
    const { sender, messageType, content, createdAt } = event.message;
    const unreadCount = conversation.unreadCount + (seen ? 0 : 1);
    const lastMessage = { sender: { _id: sender._id }, messageType, content, createdAt };
    return [{ ...conversation, unreadCount, lastMessage }, ...others(list, conversation)];
  });

export const listAfterRead = (list: Conversation[], event: MessagesRead, me: string) =>
  listInTurn(list, event, (conversation) =>
    list.map((one) => {
      if (one.conversationId !== event.conversationId) return one;
      return event.readerId === me ? { ...conversation, unreadCount: 0 } : conversation;
    }),
  );

/** What was read here or on another device, and nobody else is told. A list that knows more, or less, is asked for anew. */
export function listAfterReadUntold(
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

export const typingSince = (typing: Typing, userId: string, now: number): Typing => ({
  ...typing,
  [userId]: now + TYPING_SHOWN_MS,
});

/** Without those whose time is over by `now`, and without `stopped`, who has sent a message. */
export const typingStill = (typing: Typing, now: number, stopped?: string): Typing =>
  Object.fromEntries(Object.entries(typing).filter(([userId, until]) => until > now && userId !== stopped));

/** Applies an event to the thread of a conversation if that is here, or asks for what was missed before it. */
function changeInTurn(
  cache: QueryClient,
  me: string,
  { conversationId, rev }: { conversationId: string; rev: number },
  change: (thread: CachedThread) => CachedThread | undefined,
): "applied" | "behind" {
  const userId = otherOf(conversationId, me);
  hear(conversationId, rev);
  const thread = readThread(cache, userId);
  if (!thread) return "applied";
  const changed = change(thread);
  if (changed) changeThread(cache, userId, () => changed);
  else void catchUp(cache, me, userId);
  return changed ? "applied" : "behind";
}

/** What the messages do when an event arrives. */
export const messagesLive: Live = {
  new_message(event, cache, me) {
    const userId = otherOf(event.conversationId, me);
    const own = event.message.sender._id === me;
    const done = changeInTurn(cache, me, event, (thread) => threadAfterMessage(thread, event));
    // One's own stays in the outbox until the thread has it: it never vanishes in between.
    if (own && done === "applied") confirm(event.message);
    const seen = own || isWatched(userId);
    if (!own) {
      cache.setQueryData<Typing>(keys.typing, (typing = {}) => typingStill(typing, Date.now(), userId));
      // They have answered.
      changeThread(cache, userId, (thread) => withUnanswered(thread, undefined));
    }
    changeList(cache, (list) => listAfterMessage(list, event, seen));
  },

  messages_read(event, cache, me) {
    changeInTurn(cache, me, event, (thread) => threadAfterRead(thread, event));
    changeList(cache, (list) => listAfterRead(list, event, me));
  },

  /** It is no change of the conversation: what has its revision has all of it. */
  read_untold(event, cache, me) {
    const { conversationId, readAt, rev } = event;
    const userId = otherOf(conversationId, me);
    hear(conversationId, rev);
    changeThread(cache, userId, (thread) => withRead(thread, me, readAt));
    const thread = readThread(cache, userId);
    if (thread && revOf(thread) < rev) void catchUp(cache, me, userId);
    changeList(cache, (list) => listAfterReadUntold(list, event));
  },

  message_deleted(event, cache, me) {
    changeInTurn(cache, me, event, (thread) => threadAfterDeletion(thread, event));
    changeList(cache, (list) => listAfterDeletion(list, event));
    const thread = readThread(cache, otherOf(event.conversationId, me));
    // Without messages it is no active connection any more.
    if (!thread || messagesOf(thread).length === 0) void cache.invalidateQueries({ queryKey: keys.crushes });
  },

  user_typing({ userId }, cache) {
    cache.setQueryData<Typing>(keys.typing, (typing = {}) => typingSince(typing, userId, Date.now()));
    setTimeout(
      () => cache.setQueryData<Typing>(keys.typing, (typing = {}) => typingStill(typing, Date.now())),
      TYPING_SHOWN_MS + 10,
    );
  },

  /** The conversation may have been refused until now. Who is a match, the crushes feature writes. */
  matched({ with: member }, cache) {
    beginConversation(cache, member._id);
    void cache.invalidateQueries({ queryKey: keys.thread(member._id) });
  },

  contact_ended({ userId }, cache) {
    if (!isEnding(cache, userId)) endConversation(cache, userId);
  },

  member_gone({ userId }, cache, me) {
    leaveBehind(cache, userId);
    void askAgain(cache, keys.conversations);
    if (readThread(cache, userId)) void catchUp(cache, me, userId, true);
  },

  missed(cache, me) {
    sendWaiting();
    void askAgain(cache, keys.conversations);
    for (const { queryKey, state } of cache.getQueryCache().findAll({ queryKey: keys.threads })) {
      if (state.data) void catchUp(cache, me, String(queryKey[1]), true);
      else if (!isRefusal(state.error)) void askAgain(cache, queryKey);
    }
  },
};
