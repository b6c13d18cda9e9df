import { useMutation, useQueryClient } from "@tanstack/react-query";
import { conversationIdOf } from "#contract/chat/conversations.ts";
import type { Conversation } from "#contract/chat/messages.ts";
import type { Reaction } from "#contract/chat/reactions.ts";
import { loadConversation } from "#web/domains/chat/conversation-list.queries.ts";
import { listMessages, withoutMessages, withReaction, withRead } from "#web/domains/chat/conversation-pages.ts";
import {
  type ConversationSettings,
  getCachedMessages,
  messageKeys,
  updateMessages,
  withSettings,
} from "#web/domains/chat/conversations.queries.ts";
import { isContactEndedError } from "#web/domains/chat/ended-conversations.queries.ts";
import { showContactEnded } from "#web/domains/chat/load-contact-end.ts";
import { crushesKey } from "#web/domains/crushes/crushes.queries.ts";
import { toastRefusal } from "#web/domains/members/limits/toast-refusal.ts";
import { ApiError, call, getErrorMessage } from "#web/lib/api.ts";
import { isRejectedByServer } from "#web/lib/query.ts";
import { toast } from "#web/ui/toast.tsx";

/** Deletes an own message for both members. */
export function useDeleteMessage(userId: string) {
  const cache = useQueryClient();
  const removeMessage = (messageId: string) => {
    updateMessages(cache, userId, (thread) => withoutMessages(thread, [messageId]));
    void loadConversation(cache, userId);
    const thread = getCachedMessages(cache, userId);
    if (thread && listMessages(thread).length === 0) void cache.invalidateQueries({ queryKey: crushesKey });
  };
  return useMutation({
    networkMode: "always",
    mutationFn: (messageId: string) => call("DELETE /api/messages/:messageId", { params: { messageId } }),
    onSuccess: (_, messageId) => removeMessage(messageId),
    onError: (error, messageId) => {
      if (isContactEndedError(error)) void showContactEnded(cache, userId);
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
      if (isContactEndedError(error)) void showContactEnded(cache, otherUser._id);
      else toast(getErrorMessage(error, SETTINGS_FAILED, SETTINGS_FAILED), "error", SETTINGS_TOPIC);
      void loadConversation(cache, otherUser._id);
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
      if (isContactEndedError(error)) void showContactEnded(cache, userId);
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
      if (isContactEndedError(error)) void showContactEnded(cache, userId);
      else console.error("The messages could not be marked as read", error);
    },
  });
}
