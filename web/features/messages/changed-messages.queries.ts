import { type QueryClient, useInfiniteQuery } from "@tanstack/react-query";
import type { Message } from "#contract/messages.ts";
import { type ConversationPages, listMessages, withMessages } from "#web/features/messages/conversation-pages.ts";
import { updateMessages } from "#web/features/messages/conversations.queries.ts";
import { messagesQuery } from "#web/features/messages/messages.queries.ts";
import { removeFromOutbox } from "#web/features/messages/outbox.ts";
import { resyncConversation } from "#web/features/messages/resync.ts";

/** What the cards of workout dates need of a conversation. They load later than it. */

/** Shows a workout date as a reply has it, unless an event has already brought a later version of it. */
export const showDate = (cache: QueryClient, userId: string, message: Message): void =>
  updateMessages(cache, userId, (thread) => {
    const shown = listMessages(thread).find(({ _id }) => _id === message._id)?.date;
    const isOlder = shown && message.date && shown.version > message.date.version;
    return isOlder ? thread : withMessages(thread, [message]);
  });

/** Requests what a conversation may lack, after a reply that contradicts it. */
export const refreshMessages = (cache: QueryClient, me: string, userId: string): Promise<void> =>
  resyncConversation(cache, me, userId, true);

const NONE: readonly Message[] = [];
const listDates = (thread: ConversationPages): readonly Message[] => listMessages(thread).filter(({ date }) => date);

/** The workout dates among the loaded messages of a conversation. */
export const useDateMessages = (userId: string): readonly Message[] =>
  useInfiniteQuery({ ...messagesQuery(userId), enabled: false, select: listDates }).data ?? NONE;

/** Removes a rejected proposal, which another one replaces. */
export const discardRejected = (clientId: string): void => removeFromOutbox(clientId);
