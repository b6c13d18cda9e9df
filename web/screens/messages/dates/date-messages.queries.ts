import { type QueryClient, useInfiniteQuery } from "@tanstack/react-query";
import type { Message } from "#contract/chat/messages.ts";
import type { WorkoutDate } from "#contract/training/workout-date.ts";
import { type ConversationPages, listMessages, withMessages } from "#web/domains/chat/conversation-pages.ts";
import { updateMessages } from "#web/domains/chat/conversations.queries.ts";
import { messagesQuery } from "#web/domains/chat/messages.queries.ts";

/** Whether a date is a state of another one that it has left: within a version, nobody takes back that they are on the way. */
const isBefore = (date: WorkoutDate, other: WorkoutDate): boolean =>
  date.version < other.version || (date.version === other.version && date.onMyWay.length < other.onMyWay.length);

/** Shows a workout date as a reply has it, unless an event has already brought a later state of it. */
export const showDate = (cache: QueryClient, userId: string, message: Message): void =>
  updateMessages(cache, userId, (thread) => {
    const shown = listMessages(thread).find(({ _id }) => _id === message._id)?.date;
    const isOutdated = shown && message.date && isBefore(message.date, shown);
    return isOutdated ? thread : withMessages(thread, [message]);
  });

const NONE: readonly Message[] = [];
const listDates = (thread: ConversationPages): readonly Message[] => listMessages(thread).filter(({ date }) => date);

/** The workout dates among the loaded messages of a conversation. */
export const useDateMessages = (userId: string): readonly Message[] =>
  useInfiniteQuery({ ...messagesQuery(userId), enabled: false, select: listDates }).data ?? NONE;
