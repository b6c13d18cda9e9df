import {
  infiniteQueryOptions,
  type QueryClient,
  skipToken,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useEffect } from "react";
import type { MessagesPage } from "#contract/chat/messages.ts";
import { type ConversationPages, getOlderCursor, getRevision } from "#web/domains/chat/conversation-pages.ts";
import { getCachedMessages, messageKeys, type TypingUntil } from "#web/domains/chat/conversations.queries.ts";
import { isContactEndedError } from "#web/domains/chat/ended-conversations.queries.ts";
import { showContactEnded } from "#web/domains/chat/load-contact-end.ts";
import { isBehind, resyncConversation } from "#web/domains/chat/resync.ts";
import { call } from "#web/lib/api.ts";

/** The messages with a member in pages, newest first. Events keep the cache up to date. */
export const messagesQuery = (userId: string) =>
  infiniteQueryOptions<MessagesPage, Error, ConversationPages, readonly unknown[], string | undefined>({
    queryKey: messageKeys.messages(userId),
    initialPageParam: undefined,
    queryFn: ({ pageParam: before, signal }) =>
      call("GET /api/messages/:userId", { params: { userId }, query: before === undefined ? {} : { before } }, signal),
    getNextPageParam: (_, pages) => getOlderCursor(pages),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Whether cached messages are so recent that they can only lack what a reconnect will resync. */
const isRecent = (cache: QueryClient, userId: string): boolean =>
  Date.now() - (cache.getQueryState(messageKeys.messages(userId))?.dataUpdatedAt ?? 0) < RECENT_MS;
const RECENT_MS = 5000;

export function useMessages(userId: string, me: string) {
  const cache = useQueryClient();
  const thread = useInfiniteQuery(messagesQuery(userId));

  // Cached messages may lack changes from while no events were received.
  useEffect(() => {
    if (getCachedMessages(cache, userId) && !isRecent(cache, userId)) void resyncConversation(cache, me, userId);
  }, [cache, me, userId]);

  // A page that was requested before an event does not contain it, and takes away what the event has added meanwhile.
  const { data } = thread;
  useEffect(() => {
    if (data && isBehind(me, userId, getRevision(data))) void resyncConversation(cache, me, userId);
  }, [cache, me, userId, data]);

  // A request for older pages may reveal that contact has ended.
  const hasEnded = thread.data !== undefined && isContactEndedError(thread.error);
  useEffect(() => {
    if (hasEnded) void showContactEnded(cache, userId);
  }, [cache, hasEnded, userId]);

  return thread;
}

const NOBODY_TYPING: TypingUntil = {};

export const useTyping = (): TypingUntil =>
  useQuery<TypingUntil>({ queryKey: messageKeys.typing, queryFn: skipToken }).data ?? NOBODY_TYPING;
