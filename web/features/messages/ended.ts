import { type QueryClient, skipToken, useQuery } from "@tanstack/react-query";
import type { Conversation } from "#contract/messages.ts";
import { keys, type Typing } from "#web/features/messages/cache.ts";
import { keepDraft } from "#web/features/messages/draft.ts";
import { box } from "#web/features/messages/outbox-box.ts";
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
export function endConversation(cache: QueryClient, me: string, userId: string): void {
  cache.setQueryData<readonly string[]>(keys.ended, (ended = []) => [...ended.filter((id) => id !== userId), userId]);
  write<Conversation[]>(cache, keys.conversations, (list) => list.filter((one) => one.otherUser._id !== userId));
  cache.setQueryData<Typing>(keys.typing, (typing = {}) =>
    Object.fromEntries(Object.entries(typing).filter(([id]) => id !== userId)),
  );
  void cache.cancelQueries({ queryKey: keys.thread(userId) });
  cache.removeQueries({ queryKey: keys.thread(userId) });
  box.remove((one) => one.userId === userId);
  keepDraft(me, userId, "");
}

/** There is contact again. */
export function beginConversation(cache: QueryClient, userId: string): void {
  cache.setQueryData<readonly string[]>(keys.ended, (ended) => ended?.filter((id) => id !== userId));
}
