import { skipToken, useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { getCrushes } from "#contract/crushes.ts";
import {
  type Conversation,
  conversationOf,
  deleteMessage,
  getConversations,
  getThread,
  markRead,
  type Thread,
} from "#contract/messages.ts";
import { changeThread, keys, readThread, type Typing } from "#web/features/messages/cache.ts";
import { catchUp, isBehind } from "#web/features/messages/catch-up.ts";
import { isOver } from "#web/features/messages/ended.ts";
import {
  type CachedThread,
  messagesOf,
  olderThan,
  revOf,
  withoutMessages,
  withRead,
} from "#web/features/messages/thread.ts";
import { ApiError, call, messageOf } from "#web/lib/api.ts";
import { isRefusal } from "#web/lib/query.ts";
import { useSession } from "#web/lib/session.ts";
import { asIfTold } from "#web/lib/socket.ts";
import { toast } from "#web/ui/toast.tsx";

async function allConversations(signal: AbortSignal): Promise<Conversation[]> {
  const found = new Map<string, Conversation>();
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof call<typeof getConversations>>> = await call(
      getConversations,
      { query: cursor === null ? {} : { cursor } },
      signal,
    );
    for (const one of page.conversations) found.set(one.conversationId, one);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return [...found.values()];
}

const conversationsQuery = {
  queryKey: keys.conversations,
  queryFn: ({ signal }: { signal: AbortSignal }) => allConversations(signal),
};

/** All conversations with at least one message, the latest first. */
export const useConversations = () => useQuery(conversationsQuery);

const countUnread = (list: Conversation[]): number => list.reduce((sum, one) => sum + one.unreadCount, 0);

/** How many messages are unread over all conversations; undefined while that is not known, and for a visitor. */
export function useUnread(): number | undefined {
  const enabled = useSession() !== null;
  const { data } = useQuery({ ...conversationsQuery, enabled, select: countUnread });
  return enabled ? data : undefined;
}

/** The crushes overview; messages need its matches. Shared with the crushes feature. */
export const useMatches = () =>
  useQuery({
    queryKey: keys.crushes,
    queryFn: async ({ signal }) => (await call(getCrushes, {}, signal)).crushes,
  });

/** The messages with a member, page by page from the newest, kept fresh by events. */
export function useThread(userId: string, me: string) {
  const cache = useQueryClient();
  const thread = useInfiniteQuery<Thread, Error, CachedThread, readonly unknown[], string | undefined>({
    queryKey: keys.thread(userId),
    initialPageParam: undefined,
    queryFn: ({ pageParam: before, signal }) =>
      call(getThread, { params: { userId }, query: before === undefined ? {} : { before } }, signal),
    getNextPageParam: (_, pages) => olderThan(pages),
    staleTime: Number.POSITIVE_INFINITY,
  });

  // What was loaded before may be older than what happened while nobody listened.
  useEffect(() => {
    if (readThread(cache, userId)) void catchUp(cache, me, userId);
  }, [cache, me, userId]);

  // A page that was on its way while an event came in does not hold it.
  const rev = thread.data && revOf(thread.data);
  useEffect(() => {
    if (rev !== undefined && isBehind(me, userId, rev)) void catchUp(cache, me, userId);
  }, [cache, me, userId, rev]);

  // It may have ended while older pages were looked for.
  const over = thread.data !== undefined && isOver(thread.error);
  useEffect(() => {
    if (over) asIfTold("contact_ended", { userId });
  }, [over, userId]);

  return thread;
}

const NOBODY: Typing = {};

/** Who is typing to me just now. */
export const useTyping = (): Typing => useQuery<Typing>({ queryKey: keys.typing, queryFn: skipToken }).data ?? NOBODY;

/** Deletes one's own message for both sides. */
export function useDelete(userId: string) {
  const cache = useQueryClient();
  const forget = (messageId: string) => {
    changeThread(cache, userId, (thread) => withoutMessages(thread, [messageId]));
    void cache.invalidateQueries({ queryKey: keys.conversations });
    const thread = readThread(cache, userId);
    if (thread && messagesOf(thread).length === 0) void cache.invalidateQueries({ queryKey: keys.crushes });
  };
  return useMutation({
    networkMode: "always",
    mutationFn: (messageId: string) => call(deleteMessage, { params: { messageId } }),
    onSuccess: (_, messageId) => forget(messageId),
    onError: (error, messageId) => {
      if (isOver(error)) asIfTold("contact_ended", { userId });
      // Another device was quicker.
      else if (error instanceof ApiError && error.status === 404) forget(messageId);
      else toast(messageOf(error, "Failed to delete message", "Failed to delete message"), "error");
    },
  });
}

/** With the pauses between them some two minutes. */
const READ_TRIES = 8;

/** Marks what a member sent as read. */
export function useMarkRead(userId: string, me: string) {
  const cache = useQueryClient();
  const conversationId = conversationOf(me, userId);
  return useMutation({
    mutationFn: () => call(markRead, { params: { conversationId } }),
    retry: (failures, error) => failures < READ_TRIES && !isRefusal(error),
    onMutate: () => {
      cache.setQueryData<Conversation[]>(keys.conversations, (list) =>
        list?.map((one) => (one.conversationId === conversationId ? { ...one, unreadCount: 0 } : one)),
      );
    },
    onSuccess: ({ readAt }) => changeThread(cache, userId, (thread) => withRead(thread, me, readAt)),
    onError: (error) => {
      if (isOver(error)) asIfTold("contact_ended", { userId });
      else console.error("The messages could not be marked as read", error);
    },
  });
}
