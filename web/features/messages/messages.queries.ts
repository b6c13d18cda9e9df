import { skipToken, useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { getMember } from "#contract/discovery.ts";
import {
  type Conversation,
  conversationIdOf,
  deleteMessage,
  getConversations,
  getMessages,
  type MessagesPage,
  markRead,
} from "#contract/messages.ts";
import { crushListsKey, useCrushLists } from "#web/features/crushes/crushes.queries.ts";
import { onContactEnded } from "#web/features/members/contact.queries.ts";
import { memberKey } from "#web/features/members/member.queries.ts";
import {
  type ConversationPages,
  getOlderCursor,
  getRevision,
  listMessages,
  withoutMessages,
  withRead,
} from "#web/features/messages/conversation-pages.ts";
import {
  getCachedMessages,
  messageKeys,
  type TypingUntil,
  updateMessages,
} from "#web/features/messages/conversations.queries.ts";
import { isContactEndedError, useIsEnded } from "#web/features/messages/ended-conversations.queries.ts";
import { isBehind, resyncConversation } from "#web/features/messages/resync.ts";
import { ApiError, call, getErrorMessage } from "#web/lib/api.ts";
import { isRejectedByServer } from "#web/lib/query.ts";
import { useSession } from "#web/lib/session.ts";
import { toast } from "#web/ui/toast.tsx";

async function fetchAllConversations(signal: AbortSignal): Promise<Conversation[]> {
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
  queryKey: messageKeys.conversations,
  queryFn: ({ signal }: { signal: AbortSignal }) => fetchAllConversations(signal),
};

/** All conversations with at least one message, the latest first. */
export const useConversations = () => useQuery(conversationsQuery);

const sumUnread = (list: Conversation[]): number => list.reduce((sum, one) => sum + one.unreadCount, 0);

/** How many messages are unread over all conversations; undefined while that is not known, and for a visitor. */
export function useUnreadCount(): number | undefined {
  const enabled = useSession() !== null;
  const { data } = useQuery({ ...conversationsQuery, enabled, select: sumUnread });
  return enabled ? data : undefined;
}

/** The messages with a member, page by page from the newest, kept fresh by events. */
export function useMessages(userId: string, me: string) {
  const cache = useQueryClient();
  const thread = useInfiniteQuery<MessagesPage, Error, ConversationPages, readonly unknown[], string | undefined>({
    queryKey: messageKeys.messages(userId),
    initialPageParam: undefined,
    queryFn: ({ pageParam: before, signal }) =>
      call(getMessages, { params: { userId }, query: before === undefined ? {} : { before } }, signal),
    getNextPageParam: (_, pages) => getOlderCursor(pages),
    staleTime: Number.POSITIVE_INFINITY,
  });

  // What was loaded before may be older than what happened while nobody listened.
  useEffect(() => {
    if (getCachedMessages(cache, userId)) void resyncConversation(cache, me, userId);
  }, [cache, me, userId]);

  // A page that was on its way while an event came in does not hold it.
  const rev = thread.data && getRevision(thread.data);
  useEffect(() => {
    if (rev !== undefined && isBehind(me, userId, rev)) void resyncConversation(cache, me, userId);
  }, [cache, me, userId, rev]);

  // It may have ended while older pages were looked for.
  const over = thread.data !== undefined && isContactEndedError(thread.error);
  useEffect(() => {
    if (over) onContactEnded(cache, userId);
  }, [cache, over, userId]);

  return thread;
}

const NOBODY_TYPING: TypingUntil = {};

/** Who is typing to me just now. */
export const useTyping = (): TypingUntil =>
  useQuery<TypingUntil>({ queryKey: messageKeys.typing, queryFn: skipToken }).data ?? NOBODY_TYPING;

/** Deletes one's own message for both sides. */
export function useDeleteMessage(userId: string) {
  const cache = useQueryClient();
  const forget = (messageId: string) => {
    updateMessages(cache, userId, (thread) => withoutMessages(thread, [messageId]));
    void cache.invalidateQueries({ queryKey: messageKeys.conversations });
    const thread = getCachedMessages(cache, userId);
    if (thread && listMessages(thread).length === 0) void cache.invalidateQueries({ queryKey: crushListsKey });
  };
  return useMutation({
    networkMode: "always",
    mutationFn: (messageId: string) => call(deleteMessage, { params: { messageId } }),
    onSuccess: (_, messageId) => forget(messageId),
    onError: (error, messageId) => {
      if (isContactEndedError(error)) onContactEnded(cache, userId);
      // Another device was quicker.
      else if (error instanceof ApiError && error.status === 404) forget(messageId);
      else toast(getErrorMessage(error, "Failed to delete message", "Failed to delete message"), "error");
    },
  });
}

/** With the pauses between them some two minutes. */
const MARK_READ_RETRIES_MAX = 8;

/** Marks what a member sent as read. */
export function useMarkRead(userId: string, me: string) {
  const cache = useQueryClient();
  const conversationId = conversationIdOf(me, userId);
  return useMutation({
    mutationFn: () => call(markRead, { params: { conversationId } }),
    retry: (failures, error) => failures < MARK_READ_RETRIES_MAX && !isRejectedByServer(error),
    onMutate: () => {
      cache.setQueryData<Conversation[]>(messageKeys.conversations, (list) =>
        list?.map((one) => (one.conversationId === conversationId ? { ...one, unreadCount: 0 } : one)),
      );
    },
    onSuccess: ({ readAt }) => updateMessages(cache, userId, (thread) => withRead(thread, me, readAt)),
    onError: (error) => {
      if (isContactEndedError(error)) onContactEnded(cache, userId);
      else console.error("The messages could not be marked as read", error);
    },
  });
}

/** Whom one writes to, as far as a chat shows them. */
export interface Recipient {
  readonly _id: string;
  readonly username: string;
  readonly isDemo: boolean;
  /** They have deleted their account. */
  readonly isGone?: true | undefined;
  readonly profile: { readonly photos: readonly { url: string; thumbnailUrl: string; blur: string }[] };
}

/** The other member of a chat: from the conversations, else from the matches, else asked for. Undefined until known. */
export function useRecipient(userId: string): Recipient | undefined {
  const conversations = useConversations();
  const lists = useCrushLists();
  const known =
    conversations.data?.find((one) => one.otherUser._id === userId)?.otherUser ??
    lists.data?.matches.find((member) => member._id === userId);
  const ended = useIsEnded(userId);
  // Who was known is not asked for again, nor who is mounted anew as contact ends: there is no answer.
  const [last, setLast] = useState(known);
  if (known && known !== last) setLast(known);
  const asked = useQuery({
    queryKey: memberKey(userId),
    queryFn: ({ signal }) => call(getMember, { params: { userId } }, signal),
    enabled: !last && !ended && !conversations.isPending && !lists.isPending,
  });
  return known ?? last ?? asked.data?.user;
}
