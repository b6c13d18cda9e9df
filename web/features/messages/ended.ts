import { type QueryClient, skipToken, useQuery } from "@tanstack/react-query";
import type { Conversation } from "#contract/messages.ts";
import { DELETED_MEMBER } from "#contract/shapes.ts";
import { changeThread, keys, type Typing } from "#web/features/messages/cache.ts";
import { drafts } from "#web/features/messages/draft.ts";
import { box } from "#web/features/messages/outbox-box.ts";
import { withoutSender } from "#web/features/messages/thread.ts";
import { ApiError } from "#web/lib/api.ts";
import { write } from "#web/lib/live.ts";

/** Refusals that say: there is no contact with this member, not any more. */
const OVER: readonly string[] = ["not_matched", "blocked", "profile_not_found"];

export const isOver = (error: unknown): boolean => error instanceof ApiError && OVER.includes(error.code);

/** Those with whom contact has ended since the page was loaded. */
const useEndedAll = () =>
  useQuery<readonly string[]>({ queryKey: keys.ended, queryFn: skipToken, gcTime: Number.POSITIVE_INFINITY }).data;

/** Whether contact with a member has ended before one's eyes. */
export const useEnded = (userId: string): boolean => useEndedAll()?.includes(userId) ?? false;

/** Forgets a conversation, with what was being written in it, wherever it is shown. */
export function endConversation(cache: QueryClient, userId: string): void {
  cache.setQueryData<readonly string[]>(keys.ended, (ended = []) => [...ended.filter((id) => id !== userId), userId]);
  write<Conversation[]>(cache, keys.conversations, (list) => list.filter((one) => one.otherUser._id !== userId));
  void cache.cancelQueries({ queryKey: keys.thread(userId) });
  cache.removeQueries({ queryKey: keys.thread(userId) });
  dropUnsent(cache, userId);
}

/** Forgets what either was about to write to the other. */
function dropUnsent(cache: QueryClient, userId: string): void {
  cache.setQueryData<Typing>(keys.typing, (typing = {}) =>
    Object.fromEntries(Object.entries(typing).filter(([id]) => id !== userId)),
  );
  box.remove((one) => one.userId === userId);
  drafts.drop(userId);
}

/** A conversation with somebody of whom nothing is left. Which message of mine is the last now, the server knows. */
function withoutOther(conversation: Conversation): Conversation {
  const { otherUser, lastMessage } = conversation;
  const nobody = { age: null, location: "", photos: [] };
  return {
    ...conversation,
    otherUser: { _id: otherUser._id, username: DELETED_MEMBER, isDemo: false, isGone: true, profile: nobody },
    unreadCount: 0,
    lastMessage: lastMessage?.sender._id === otherUser._id ? null : lastMessage,
  };
}

/**
 * The other one has deleted their account: the conversation keeps what I wrote, without a name or a face. Where nobody had
 * written anything it is over.
 */
export function leaveBehind(cache: QueryClient, userId: string): void {
  const list = cache.getQueryData<Conversation[]>(keys.conversations);
  if (list && !list.some((one) => one.otherUser._id === userId)) {
    endConversation(cache, userId);
    return;
  }
  write<Conversation[]>(cache, keys.conversations, (now) =>
    now.map((one) => (one.otherUser._id === userId ? withoutOther(one) : one)),
  );
  changeThread(cache, userId, (thread) => withoutSender(thread, userId));
  dropUnsent(cache, userId);
}

/** There is contact again. */
export function beginConversation(cache: QueryClient, userId: string): void {
  cache.setQueryData<readonly string[]>(keys.ended, (ended) => ended?.filter((id) => id !== userId));
}
