import { type QueryClient, skipToken, useQuery } from "@tanstack/react-query";
import { DELETED_MEMBER } from "#contract/chat/conversations.ts";
import type { Conversation } from "#contract/chat/messages.ts";
import { forgetAdvice } from "#web/domains/chat/advice/advice-db.ts";
import { findConversation, loadConversation, mayBeOlder } from "#web/domains/chat/conversation-list.queries.ts";
import { withoutSender } from "#web/domains/chat/conversation-pages.ts";
import { messageKeys, type TypingUntil, updateMessages } from "#web/domains/chat/conversations.queries.ts";
import { draftStore } from "#web/domains/chat/outbox/draft-store.ts";
import { outboxStore } from "#web/domains/chat/outbox/outbox-store.ts";
import { ApiError } from "#web/lib/api.ts";
import { refetchQuery, updateQuery } from "#web/lib/realtime-handlers.ts";

/** Error codes that mean that there is no contact with the member any more. */
const ENDED_CODES: readonly string[] = ["not_matched", "blocked", "profile_not_found"];

export const isContactEndedError = (error: unknown): boolean =>
  error instanceof ApiError && ENDED_CODES.includes(error.code);

/** Members with whom contact has ended since the page was loaded. */
const useEndedIds = () =>
  useQuery<readonly string[]>({ queryKey: messageKeys.ended, queryFn: skipToken, gcTime: Number.POSITIVE_INFINITY })
    .data;

export const useIsEnded = (userId: string): boolean => useEndedIds()?.includes(userId) ?? false;

/** Removes a conversation and its unsent content from the caches. */
export function endConversation(cache: QueryClient, userId: string): void {
  // The number of unread messages counts those of a conversation that is not loaded.
  if (mayBeOlder(cache, userId)) void loadConversation(cache, userId);
  cache.setQueryData<readonly string[]>(messageKeys.ended, (ended = []) => [
    ...ended.filter((id) => id !== userId),
    userId,
  ]);
  updateQuery<Conversation[]>(cache, messageKeys.conversations, (list) =>
    list.filter((one) => one.otherUser._id !== userId),
  );
  void cache.cancelQueries({ queryKey: messageKeys.messages(userId) });
  cache.removeQueries({ queryKey: messageKeys.messages(userId) });
  removeLocalData(cache, userId);
}

/** Removes typing state, unsent messages, the draft, and what was done with advice. */
function removeLocalData(cache: QueryClient, userId: string): void {
  cache.setQueryData<TypingUntil>(messageKeys.typing, (typing = {}) =>
    Object.fromEntries(Object.entries(typing).filter(([id]) => id !== userId)),
  );
  outboxStore.remove((one) => one.userId === userId);
  draftStore.discard(userId);
  forgetAdvice(userId);
}

/** A conversation with a deleted member. If their message was the last one, only the server knows the last one now. */
function withDeletedMember(conversation: Conversation): Conversation {
  const { otherUser, lastMessage } = conversation;
  const nobody = { isDemo: false, isVerified: false, profile: { age: null, location: "", photos: [], photoCount: 0 } };
  return {
    ...conversation,
    otherUser: { _id: otherUser._id, username: DELETED_MEMBER, isGone: true, ...nobody },
    unreadCount: 0,
    lastMessage: lastMessage?.sender._id === otherUser._id ? null : lastMessage,
  };
}

/**
 * Applies the deletion of the other member's account: my messages stay, without their name and photo. A match without
 * messages ends. The server has the rest.
 */
export function applyMemberDeleted(cache: QueryClient, userId: string): void {
  const list = cache.getQueryData<Conversation[]>(messageKeys.conversations);
  const isOlder = mayBeOlder(cache, userId);
  if (list && !findConversation(cache, userId) && !isOlder) {
    endConversation(cache, userId);
    return;
  }
  void loadConversation(cache, userId).then((found) => {
    if (isOlder && found === null) endConversation(cache, userId);
  });
  updateQuery<Conversation[]>(cache, messageKeys.conversations, (now) =>
    now.map((one) => (one.otherUser._id === userId ? withDeletedMember(one) : one)),
  );
  updateMessages(cache, userId, (thread) => withoutSender(thread, userId));
  removeLocalData(cache, userId);
}

/** A suspension was lifted, of a member whom the server does not name. It refuses the conversations that stay ended. */
export function reopenConversations(cache: QueryClient): void {
  cache.setQueryData<readonly string[]>(messageKeys.ended, (ended) => ended && []);
  void refetchQuery(cache, messageKeys.conversations);
}

export function reopenConversation(cache: QueryClient, userId: string): void {
  cache.setQueryData<readonly string[]>(messageKeys.ended, (ended) => ended?.filter((id) => id !== userId));
}
