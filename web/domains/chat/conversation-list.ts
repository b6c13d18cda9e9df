import type { Conversation } from "#contract/chat/messages.ts";
import type { ResponseOf } from "#contract/endpoint.ts";
import type { Endpoints } from "#contract/endpoints.ts";

export type ConversationsReply = ResponseOf<Endpoints["GET /api/messages/conversations"]>;

/** What stands beside the loaded part of the list of conversations. */
export interface OlderConversations {
  /** Where the list goes on. Null if all of it is loaded. */
  readonly nextCursor: string | null;
  /** Unread messages of conversations that are not loaded. */
  readonly unread: number;
  /** Rows that were loaded by pages, which a refetch loads again. */
  readonly size: number;
}

export interface ListState {
  /** In the order of activity. At the end there may be some of the part that is not loaded, as an open one. */
  readonly list: Conversation[];
  readonly older: OlderConversations;
}

export const sumUnread = (list: readonly Conversation[]): number =>
  list.reduce((sum, { unreadCount }) => sum + unreadCount, 0);

/** ISO times compare as text. */
const timeOf = (one: Conversation | undefined): string | undefined => one?.lastMessage?.createdAt;

const isOlder = (one: Conversation, time: string | undefined): boolean => {
  const other = timeOf(one);
  return time !== undefined && other !== undefined && other < time;
};

/** @param total unread messages of all conversations */
const withTotal = (list: Conversation[], older: OlderConversations, total: number): ListState => ({
  list,
  older: { ...older, unread: older.nextCursor === null ? 0 : Math.max(0, total - sumUnread(list)) },
});

/** The list as requested anew, by one page or more. */
export function buildList(pages: readonly ConversationsReply[]): ListState {
  const found = new Map<string, Conversation>();
  for (const { conversations } of pages) for (const one of conversations) found.set(one.conversationId, one);
  const list = [...found.values()];
  const older = { nextCursor: pages.at(-1)?.nextCursor ?? null, unread: 0, size: list.length };
  return withTotal(list, older, pages[0]?.unread ?? 0);
}

/**
 * Puts a conversation that was requested alone in its place. One that is loaded keeps its place unless its last message
 * is a later one: the server does not move a conversation whose last message was deleted.
 */
export function withConversation(list: Conversation[], conversation: Conversation): Conversation[] {
  const { conversationId } = conversation;
  const known = list.find((one) => one.conversationId === conversationId);
  if (known && known.rev > conversation.rev) return list;
  if (known && !isOlder(known, timeOf(conversation))) return list.map((one) => (one === known ? conversation : one));
  const others = list.filter((one) => one !== known);
  const next = others.findIndex((one) => isOlder(one, timeOf(conversation)));
  return others.toSpliced(next < 0 ? others.length : next, 0, conversation);
}

/**
 * Applies the reply about one member. Without a conversation in it, theirs has ended. The number of other unread
 * messages never rises by it: this device may have read what the reply still counts.
 */
export function applyConversation({ list, older }: ListState, userId: string, reply: ConversationsReply): ListState {
  const [found] = reply.conversations;
  const next = found ? withConversation(list, found) : list.filter(({ otherUser }) => otherUser._id !== userId);
  const { unread } = withTotal(next, older, reply.unread ?? 0).older;
  return { list: next, older: { ...older, unread: Math.min(older.unread, unread) } };
}

/** Adds the page that was requested with `nextCursor`. A conversation with a later revision keeps its place. */
export function applyOlderPage({ list, older }: ListState, page: ConversationsReply): ListState {
  const loaded = new Map(list.map((one) => [one.conversationId, one]));
  const rows = page.conversations.filter(({ conversationId, rev }) => (loaded.get(conversationId)?.rev ?? -1) <= rev);
  const ids = new Set(rows.map(({ conversationId }) => conversationId));
  const others = list.filter(({ conversationId }) => !ids.has(conversationId));
  const end = timeOf(rows.findLast(timeOf));
  const place = others.findLastIndex((one) => !isOlder(one, end)) + 1;
  const added = sumUnread(rows.filter(({ conversationId }) => !loaded.has(conversationId)));
  return {
    list: others.toSpliced(place, 0, ...rows),
    older: {
      nextCursor: page.nextCursor,
      unread: page.nextCursor === null ? 0 : Math.max(0, older.unread - added),
      size: older.size + page.conversations.length,
    },
  };
}
