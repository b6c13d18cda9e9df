import {
  infiniteQueryOptions,
  type QueryClient,
  skipToken,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { conversationIdOf } from "#contract/chat/conversations.ts";
import type { Conversation, MessagesPage } from "#contract/chat/messages.ts";
import type { Reaction } from "#contract/chat/reactions.ts";
import type { ResponseOf } from "#contract/endpoint.ts";
import type { Endpoints } from "#contract/endpoints.ts";
import type { Photo } from "#contract/schemas.ts";
import { onContactEnded } from "#web/domains/chat/contact-end.ts";
import {
  type ConversationPages,
  getOlderCursor,
  getRevision,
  listMessages,
  withoutMessages,
  withReaction,
  withRead,
} from "#web/domains/chat/conversation-pages.ts";
import {
  type ConversationSettings,
  getCachedMessages,
  messageKeys,
  type TypingUntil,
  updateMessages,
  withSettings,
} from "#web/domains/chat/conversations.queries.ts";
import { isContactEndedError, useIsEnded } from "#web/domains/chat/ended-conversations.queries.ts";
import { isBehind, resyncConversation } from "#web/domains/chat/resync.ts";
import { crushListsKey, useCrushLists } from "#web/domains/crushes/crushes.queries.ts";
import { memberKey } from "#web/domains/members/member.queries.ts";
import { toastRefusal } from "#web/domains/members/toast-refusal.ts";
import { ApiError, call, getErrorMessage } from "#web/lib/api.ts";
import { isRejectedByServer } from "#web/lib/query.ts";
import { refetchQuery } from "#web/lib/realtime-handlers.ts";
import { useSession } from "#web/lib/session.ts";
import { toast } from "#web/ui/toast.tsx";

async function fetchAllConversations(signal: AbortSignal): Promise<Conversation[]> {
  const found = new Map<string, Conversation>();
  let cursor: string | null = null;
  do {
    const page: ResponseOf<Endpoints["GET /api/messages/conversations"]> = await call(
      "GET /api/messages/conversations",
      { query: cursor === null ? {} : { cursor } },
      signal,
    );
    for (const one of page.conversations) found.set(one.conversationId, one);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return [...found.values()];
}

export const conversationsQuery = {
  queryKey: messageKeys.conversations,
  queryFn: ({ signal }: { signal: AbortSignal }) => fetchAllConversations(signal),
};

export const useConversations = () => useQuery(conversationsQuery);

const sumUnread = (list: Conversation[]): number => list.reduce((sum, one) => sum + one.unreadCount, 0);

/** The number of unread messages in all conversations; undefined while loading and for visitors. */
export function useUnreadCount(): number | undefined {
  const enabled = useSession() !== null;
  const { data } = useQuery({ ...conversationsQuery, enabled, select: sumUnread });
  return enabled ? data : undefined;
}

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

  // A page that was requested before an event does not contain it.
  const rev = thread.data && getRevision(thread.data);
  useEffect(() => {
    if (rev !== undefined && isBehind(me, userId, rev)) void resyncConversation(cache, me, userId);
  }, [cache, me, userId, rev]);

  // A request for older pages may reveal that contact has ended.
  const hasEnded = thread.data !== undefined && isContactEndedError(thread.error);
  useEffect(() => {
    if (hasEnded) onContactEnded(cache, userId);
  }, [cache, hasEnded, userId]);

  return thread;
}

const NOBODY_TYPING: TypingUntil = {};

export const useTyping = (): TypingUntil =>
  useQuery<TypingUntil>({ queryKey: messageKeys.typing, queryFn: skipToken }).data ?? NOBODY_TYPING;

/** Deletes an own message for both members. */
export function useDeleteMessage(userId: string) {
  const cache = useQueryClient();
  const removeMessage = (messageId: string) => {
    updateMessages(cache, userId, (thread) => withoutMessages(thread, [messageId]));
    void cache.invalidateQueries({ queryKey: messageKeys.conversations });
    const thread = getCachedMessages(cache, userId);
    if (thread && listMessages(thread).length === 0) void cache.invalidateQueries({ queryKey: crushListsKey });
  };
  return useMutation({
    networkMode: "always",
    mutationFn: (messageId: string) => call("DELETE /api/messages/:messageId", { params: { messageId } }),
    onSuccess: (_, messageId) => removeMessage(messageId),
    onError: (error, messageId) => {
      if (isContactEndedError(error)) onContactEnded(cache, userId);
      // Already deleted from another device.
      else if (error instanceof ApiError && error.status === 404) removeMessage(messageId);
      else toast(getErrorMessage(error, "Failed to delete message", "Failed to delete message"), "error");
    },
  });
}

interface SettingsChange {
  readonly conversation: Conversation;
  readonly change: Partial<ConversationSettings>;
}

/** Mutes or archives a conversation, or undoes it. Shown at once. */
export function useConversationSettings() {
  const cache = useQueryClient();
  const show = ({ conversationId }: Conversation, settings: Partial<ConversationSettings>) =>
    cache.setQueryData<Conversation[]>(
      messageKeys.conversations,
      (list) => list && withSettings(list, conversationId, settings),
    );
  return useMutation({
    networkMode: "always",
    mutationFn: ({ conversation, change }: SettingsChange) =>
      call("PUT /api/messages/:userId/settings", { params: { userId: conversation.otherUser._id }, body: change }),
    onMutate: ({ conversation, change }) => void show(conversation, change),
    onSuccess: ({ isMuted, isArchived }, { conversation }) => show(conversation, { isMuted, isArchived }),
    onError: (error, { conversation: { otherUser } }) => {
      if (isContactEndedError(error)) onContactEnded(cache, otherUser._id);
      else toast(getErrorMessage(error, SETTINGS_FAILED, SETTINGS_FAILED), "error", SETTINGS_TOPIC);
      void refetchQuery(cache, messageKeys.conversations);
    },
  });
}
/** The key of toasts about a conversation's settings: one that failed replaces what was said before the reply. */
export const SETTINGS_TOPIC = "conversation settings";
const SETTINGS_FAILED = "That could not be saved. Please try again.";

interface OwnReaction {
  readonly messageId: string;
  readonly emoji: Reaction | null;
}

/** Sets or removes the own reaction to a message. Shown at once; one request at a time, so that the last one wins. */
export function useReact(userId: string, me: string) {
  const cache = useQueryClient();
  const show = ({ messageId, emoji }: OwnReaction) =>
    updateMessages(cache, userId, (thread) => withReaction(thread, { messageId, by: me, emoji }));
  const findReaction = (messageId: string): Reaction | null => {
    const thread = getCachedMessages(cache, userId);
    const message = thread && listMessages(thread).find(({ _id }) => _id === messageId);
    return message?.reactions.find(({ by }) => by === me)?.emoji ?? null;
  };
  return useMutation({
    networkMode: "always",
    scope: { id: `reactions ${userId}` },
    mutationFn: ({ messageId, emoji }: OwnReaction) =>
      emoji === null
        ? call("DELETE /api/messages/:messageId/reaction", { params: { messageId } })
        : call("PUT /api/messages/:messageId/reaction", { params: { messageId }, body: { emoji } }),
    onMutate: (reaction) => {
      const before = findReaction(reaction.messageId);
      show(reaction);
      return before;
    },
    onError: (error, { messageId }, before) => {
      if (isContactEndedError(error)) onContactEnded(cache, userId);
      // Deleted meanwhile.
      else if (error instanceof ApiError && error.status === 404)
        updateMessages(cache, userId, (thread) => withoutMessages(thread, [messageId]));
      else {
        show({ messageId, emoji: before ?? null });
        toastRefusal(error, getErrorMessage(error, REACTION_FAILED, REACTION_FAILED));
      }
    },
  });
}
const REACTION_FAILED = "Failed to save your reaction";

/** About two minutes in total, with the pauses between the attempts. */
const MARK_READ_RETRIES_MAX = 8;

export function useMarkRead(userId: string, me: string) {
  const cache = useQueryClient();
  const conversationId = conversationIdOf(me, userId);
  return useMutation({
    mutationFn: () => call("PUT /api/messages/read/:conversationId", { params: { conversationId } }),
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

/** The part of the other member that a chat shows. */
export interface Recipient {
  readonly _id: string;
  readonly username: string;
  readonly isDemo: boolean;
  /** Their account is deleted. */
  readonly isGone?: true | undefined;
  readonly profile: { readonly photos: readonly Pick<Photo, "url" | "thumbnailUrl" | "blur" | "focusX" | "focusY">[] };
}

/** The other member of a chat: from the conversations, else from the matches, else fetched. Undefined while loading. */
export function useRecipient(userId: string): Recipient | undefined {
  const conversations = useConversations();
  const lists = useCrushLists();
  const known =
    conversations.data?.find((one) => one.otherUser._id === userId)?.otherUser ??
    lists.data?.matches.find((member) => member._id === userId);
  const ended = useIsEnded(userId);
  // Remembers the last known value: once contact has ended, a request would be rejected.
  const [last, setLast] = useState(known);
  if (known && known !== last) setLast(known);
  const fetched = useQuery({
    queryKey: memberKey(userId),
    queryFn: ({ signal }) => call("GET /api/users/:userId", { params: { userId } }, signal),
    enabled: !last && !ended && !conversations.isPending && !lists.isPending,
  });
  return known ?? last ?? fetched.data?.user;
}
