import type { InfiniteData } from "@tanstack/react-query";
import type { Message, MessagesPage, Quote } from "#contract/chat/messages.ts";
import type { Reaction } from "#contract/chat/reactions.ts";
import type { Remaining } from "#contract/schemas.ts";

/** A conversation in the cache, newest page first. The first page's `rev` is the revision of the whole conversation. */
export type ConversationPages = InfiniteData<MessagesPage, string | undefined>;

type MissedChanges = Omit<MessagesPage, "success" | "conversationId" | "hasMore">;

/** The last one applied. */
export const getRevision = (thread: ConversationPages): number => thread.pages[0]?.rev ?? 0;

const hasOlderPages = (pages: readonly MessagesPage[]): boolean => pages.at(-1)?.hasMore ?? false;

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

export const listMessages = (thread: ConversationPages): Message[] =>
  sortUnique(thread.pages.flatMap((page) => page.messages));

/** For requesting the page before it. */
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

/** A message that was read stays read: a response may be older than an event that arrived before it. */
const keepReadState = (old: Message, message: Message): Message =>
  old.read ? { ...message, read: true, readAt: old.readAt } : message;

/** Adds or replaces messages. Messages older than the loaded ones are left out; they come with their page. */
export function withMessages(thread: ConversationPages, messages: readonly Message[]): ConversationPages {
  const loaded = listMessages(thread);
  const loadedIds = new Set(loaded.map((message) => message._id));
  const from = hasOlderPages(thread.pages) ? (loaded[0]?.seq ?? 0) : 0;
  const newer = new Map(messages.map((message) => [message._id, message]));
  const added = messages.filter((message) => !loadedIds.has(message._id) && message.seq >= from);
  return mapPages(thread, (old, page) => [
    ...old.map((message) => keepReadState(message, newer.get(message._id) ?? message)),
    ...(page === 0 ? added : []),
  ]);
}

/** Replies to a deleted message stay, without its text. */
const withoutQuoted = (message: Message, isDeleted: (quote: Quote) => boolean): Message =>
  message.replyTo && isDeleted(message.replyTo)
    ? { ...message, replyTo: { ...message.replyTo, excerpt: "", isDeleted: true } }
    : message;

export function withoutMessages(thread: ConversationPages, ids: readonly string[]): ConversationPages {
  const removedIds = new Set(ids);
  return mapPages(thread, (messages) =>
    messages
      .filter((message) => !removedIds.has(message._id))
      .map((message) => withoutQuoted(message, ({ _id }) => removedIds.has(_id))),
  );
}

export const withoutSender = (thread: ConversationPages, senderId: string): ConversationPages =>
  mapPages(thread, (messages) =>
    messages
      .filter((message) => message.sender._id !== senderId)
      .map((message) => withoutQuoted(message, ({ sender }) => sender._id === senderId))
      .map((message) => ({ ...message, reactions: message.reactions.filter(({ by }) => by !== senderId) })),
  );

/** Null removes it. */
export const withReaction = (
  thread: ConversationPages,
  { messageId, by, emoji }: { messageId: string; by: string; emoji: Reaction | null },
): ConversationPages =>
  mapPages(thread, (messages) =>
    messages.map((message) => {
      if (message._id !== messageId) return message;
      const others = message.reactions.filter((one) => one.by !== by);
      return { ...message, reactions: emoji === null ? others : [...others, { by, emoji }] };
    }),
  );

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

/** Applies the changes of a resync. Idempotent: changes that were applied before have no effect. */
export function mergeChanges(thread: ConversationPages, missed: MissedChanges, other: string): ConversationPages {
  const changed = withoutMessages(withMessages(thread, missed.messages), missed.deleted);
  const read = missed.readAt === null ? changed : withRead(changed, other, missed.readAt);
  const { unanswered, restricted, trainedTogether } = missed;
  const rev = Math.max(getRevision(thread), missed.rev);
  return mapPages(read, (messages) => messages, { rev, unanswered, restricted, trainedTogether });
}

/** Set while the operator lets me send nothing. */
export const getRestriction = (thread: ConversationPages): MessagesPage["restricted"] => thread.pages[0]?.restricted;

/** If few messages are left. */
export const getUnansweredLimit = (thread: ConversationPages): Remaining | undefined => thread.pages[0]?.unanswered;

export const withUnansweredLimit = (thread: ConversationPages, unanswered: Remaining | undefined): ConversationPages =>
  mapPages(thread, (messages) => messages, { unanswered });
