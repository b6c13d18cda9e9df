import type { InfiniteData } from "@tanstack/react-query";
import type { Message, MessagesPage } from "#contract/messages.ts";
import type { Remaining } from "#contract/schemas.ts";

/** A conversation as the cache holds it: the newest page first, older ones after it. The first page's `rev` is the whole thread's. */
export type ConversationPages = InfiniteData<MessagesPage, string | undefined>;

/** What a catch-up answers. */
type MissedChanges = Pick<MessagesPage, "messages" | "deleted" | "readAt" | "rev" | "unanswered">;

/** The last change of the conversation that the thread has seen. */
export const getRevision = (thread: ConversationPages): number => thread.pages[0]?.rev ?? 0;

const hasOlderPages = (pages: readonly MessagesPage[]): boolean => pages.at(-1)?.hasMore ?? false;

/** By place in the conversation, each message once. */
export function sortUnique(messages: readonly Message[]): Message[] {
  const ids = new Set<string>();
  const clientIds = new Set<string>();
  return messages
    .toSorted((a, b) => a.seq - b.seq)
    .filter(({ _id, clientId }) => {
      if (ids.has(_id) || (clientId !== null && clientIds.has(clientId))) return false;
      ids.add(_id);
      if (clientId !== null) clientIds.add(clientId);
      return true;
    });
}

/** All messages of a thread that are here, the oldest first. */
export const listMessages = (thread: ConversationPages): Message[] =>
  sortUnique(thread.pages.flatMap((page) => page.messages));

/** The message before which older ones are to be asked for, or undefined when there are none. */
export function getOlderCursor(pages: readonly MessagesPage[]): string | undefined {
  return hasOlderPages(pages) ? sortUnique(pages.flatMap((page) => page.messages))[0]?._id : undefined;
}

function mapPages(
  thread: ConversationPages,
  change: (messages: Message[], page: number) => Message[],
  first: Partial<MessagesPage> = {},
): ConversationPages {
  return {
    ...thread,
    pages: thread.pages.map((page, i) => ({
      ...page,
      ...(i === 0 && first),
      messages: sortUnique(change(page.messages, i)),
    })),
  };
}

export const withRevision = (thread: ConversationPages, rev: number): ConversationPages =>
  mapPages(thread, (messages) => messages, { rev });

/** What is known anew of a message. Once read, it stays so: an answer may have been on its way longer than an event. */
const keepReadState = (old: Message, message: Message): Message =>
  old.read ? { ...message, read: true, readAt: old.readAt } : message;

/** The thread with messages added or, where they are there already, replaced. Those older than what is loaded wait for their page. */
export function withMessages(thread: ConversationPages, messages: readonly Message[]): ConversationPages {
  const known = listMessages(thread);
  const knownIds = new Set(known.map((message) => message._id));
  const from = hasOlderPages(thread.pages) ? (known[0]?.seq ?? 0) : 0;
  const newer = new Map(messages.map((message) => [message._id, message]));
  const added = messages.filter((message) => !knownIds.has(message._id) && message.seq >= from);
  return mapPages(thread, (old, page) => [
    ...old.map((message) => keepReadState(message, newer.get(message._id) ?? message)),
    ...(page === 0 ? added : []),
  ]);
}

export function withoutMessages(thread: ConversationPages, ids: readonly string[]): ConversationPages {
  const gone = new Set(ids);
  return mapPages(thread, (messages) => messages.filter((message) => !gone.has(message._id)));
}

/** The thread without what somebody has sent who is gone. */
export const withoutSender = (thread: ConversationPages, senderId: string): ConversationPages =>
  mapPages(thread, (messages) => messages.filter((message) => message.sender._id !== senderId));

/** What `reader` was sent until `readAt` is read. */
export function withRead(thread: ConversationPages, reader: string, readAt: string): ConversationPages {
  const until = Date.parse(readAt);
  return mapPages(thread, (messages) =>
    messages.map((message) =>
      message.read || message.sender._id === reader || Date.parse(message.createdAt) > until
        ? message
        : { ...message, read: true, readAt },
    ),
  );
}

/** The thread with what it missed. Whatever it knew already, or was told twice, does no harm. */
export function mergeChanges(thread: ConversationPages, missed: MissedChanges, other: string): ConversationPages {
  const known = withoutMessages(withMessages(thread, missed.messages), missed.deleted);
  const read = missed.readAt === null ? known : withRead(known, other, missed.readAt);
  return withUnansweredLimit(withRevision(read, Math.max(getRevision(thread), missed.rev)), missed.unanswered);
}

/** How many more messages one may send before the other answers, where few are left. */
export const getUnansweredLimit = (thread: ConversationPages): Remaining | undefined => thread.pages[0]?.unanswered;

/** The thread with what is left until the other answers; undefined: enough. */
export const withUnansweredLimit = (thread: ConversationPages, unanswered: Remaining | undefined): ConversationPages =>
  mapPages(thread, (messages) => messages, { unanswered });
