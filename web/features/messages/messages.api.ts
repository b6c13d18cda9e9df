import { skipToken, useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { getCrushes } from "#contract/crushes.ts";
import {
  type Conversation,
  conversationOf,
  deleteMessage,
  getConversations,
  getThread,
  type Message,
  markRead,
  sendMessage,
  type Thread,
} from "#contract/messages.ts";
import { changeList, changeOutbox, changeThread, keys, readThread, type Typing } from "#web/features/messages/cache.ts";
import { catchUp, isBehind } from "#web/features/messages/catch-up.ts";
import { type Outgoing, withOutgoing, withoutOutgoing } from "#web/features/messages/outbox.ts";
import {
  type CachedThread,
  messagesOf,
  olderThan,
  revOf,
  withMessages,
  withoutMessages,
  withRead,
} from "#web/features/messages/thread.ts";
import { isWatched } from "#web/features/messages/watching.ts";
import { ApiError, call, messageOf } from "#web/lib/api.ts";
import { useSession } from "#web/lib/session.ts";
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

/** How many messages are unread over all conversations; 0 for a visitor. */
export function useUnread(): number {
  const enabled = useSession() !== null;
  const { data = 0 } = useQuery({ ...conversationsQuery, enabled, select: countUnread });
  return enabled ? data : 0;
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

  return thread;
}

const NOTHING: Outgoing[] = [];
const NOBODY: Typing = {};

/** What this device has written to a member and the server has not confirmed. */
export const useOutbox = (userId: string): Outgoing[] =>
  useQuery<Outgoing[]>({
    queryKey: keys.outbox(userId),
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
  }).data ?? NOTHING;

/** Who is typing to me just now. */
export const useTyping = (): Typing => useQuery<Typing>({ queryKey: keys.typing, queryFn: skipToken }).data ?? NOBODY;

/** A conversation with its last message known from elsewhere than an event. Without it in the list the list is asked for. */
export function listWithLast(list: Conversation[], message: Message): Conversation[] | undefined {
  const { conversationId, sender, messageType, content, createdAt } = message;
  const conversation = list.find((one) => one.conversationId === conversationId);
  if (!conversation) return undefined;
  if (conversation.lastMessage && conversation.lastMessage.createdAt >= createdAt) return list;
  const lastMessage = { sender: { _id: sender._id }, messageType, content, createdAt };
  return [{ ...conversation, lastMessage }, ...list.filter((one) => one !== conversation)];
}

/** Sends text; shown as sending at once. The same message can be sent again: it has one `clientId` for good. */
export function useSend(userId: string) {
  const cache = useQueryClient();
  return useMutation({
    networkMode: "always",
    mutationFn: ({ content, clientId }: Outgoing) =>
      call(sendMessage, { body: { receiverId: userId, content, clientId } }),
    onMutate: (outgoing) => changeOutbox(cache, userId, (outbox) => withOutgoing(outbox, outgoing)),
    onSuccess: ({ message }, { clientId }) => {
      // What an event has confirmed meanwhile may be read, or even deleted, by now.
      const waits = cache.getQueryData<Outgoing[]>(keys.outbox(userId))?.some((one) => one.clientId === clientId);
      if (waits) changeThread(cache, userId, (thread) => withMessages(thread, [message]));
      changeOutbox(cache, userId, (outbox) => withoutOutgoing(outbox, clientId));
      changeList(cache, (list) => listWithLast(list, message));
    },
    onError: (error, outgoing) => {
      const failure = messageOf(error, "Failed to send message", "Failed to send message");
      changeOutbox(cache, userId, (outbox) => withOutgoing(outbox, { ...outgoing, state: "failed", failure }));
      if (!isWatched(userId)) toast(failure, "error");
    },
  });
}

/** Takes a failed message back before it was ever sent. */
export function useDiscard(userId: string) {
  const cache = useQueryClient();
  return (clientId: string) => changeOutbox(cache, userId, (outbox) => withoutOutgoing(outbox, clientId));
}

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
      // Another device was quicker.
      if (error instanceof ApiError && error.status === 404) forget(messageId);
      else toast(messageOf(error, "Failed to delete message", "Failed to delete message"), "error");
    },
  });
}

/** Marks what a member sent as read. */
export function useMarkRead(userId: string, me: string) {
  const cache = useQueryClient();
  const conversationId = conversationOf(me, userId);
  return useMutation({
    mutationFn: () => call(markRead, { params: { conversationId } }),
    onMutate: () => {
      cache.setQueryData<Conversation[]>(keys.conversations, (list) =>
        list?.map((one) => (one.conversationId === conversationId ? { ...one, unreadCount: 0 } : one)),
      );
    },
    onSuccess: ({ readAt }) => changeThread(cache, userId, (thread) => withRead(thread, me, readAt)),
    onError: (error) => console.error("The messages could not be marked as read", error),
  });
}
