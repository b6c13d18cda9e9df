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
  /** Archived conversations that are not loaded. */
  readonly archived: number;
  /** The archived ones have been loaded by themselves, and a refetch does so again. */
  readonly hasArchive: boolean;
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

export const countArchived = (list: readonly Conversation[]): number =>
  list.filter(({ isArchived }) => isArchived).length;

/** ISO times compare as text. */
const timeOf = (one: Conversation | undefined): string | undefined => one?.lastMessage?.createdAt;

const isOlder = (one: Conversation, time: string | undefined): boolean => {
  const other = timeOf(one);
  return time !== undefined && other !== undefined && other < time;
};

/** @param totals of all conversations */
function withTotals(
  list: Conversation[],
  older: OlderConversations,
  totals: ConversationsReply | undefined,
): ListState {
  const { unread = 0, archived = 0 } = totals ?? {};
  const isAll = older.nextCursor === null;
  return {
    list,
    older: {
      ...older,
      unread: isAll ? 0 : Math.max(0, unread - sumUnread(list)),
      archived: isAll || older.hasArchive ? 0 : Math.max(0, archived - countArchived(list)),
    },
  };
}

/**
 * The list as requested anew, by one page or more.
 * @param archive the pages of archived ones, if they were requested, too
 */
export function buildList(
  pages: readonly ConversationsReply[],
  archive: readonly ConversationsReply[] = [],
): ListState {
  const found = new Map<string, Conversation>();
  for (const { conversations } of pages) for (const one of conversations) found.set(one.conversationId, one);
  const list = [...found.values()];
  const nextCursor = pages.at(-1)?.nextCursor ?? null;
  const state = withTotals(
    list,
    { nextCursor, unread: 0, archived: 0, hasArchive: false, size: list.length },
    pages[0],
  );
  return archive.length > 0 ? applyArchive(state, archive) : state;
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
 * Applies the reply about one member. Without a conversation in it, theirs has ended. The numbers of
 * what is not loaded never rise by it: this device may have read, or moved, what the reply still counts.
 */
export function applyConversation({ list, older }: ListState, userId: string, reply: ConversationsReply): ListState {
  const [found] = reply.conversations;
  const next = found ? withConversation(list, found) : list.filter(({ otherUser }) => otherUser._id !== userId);
  const { unread, archived } = withTotals(next, older, reply).older;
  return {
    list: next,
    older: { ...older, unread: Math.min(older.unread, unread), archived: Math.min(older.archived, archived) },
  };
}

/** Adds archived conversations, which were requested by themselves, in their places. Events keep those that are loaded. */
export function applyArchive({ list, older }: ListState, pages: readonly ConversationsReply[]): ListState {
  const loaded = new Set(list.map(({ conversationId }) => conversationId));
  const found = pages.flatMap(({ conversations }) => conversations);
  const next = found.filter(({ conversationId }) => !loaded.has(conversationId)).reduce(withConversation, list);
  const state = withTotals(next, { ...older, hasArchive: true }, pages[0]);
  return { ...state, older: { ...state.older, unread: Math.min(older.unread, state.older.unread) } };
}

/** Adds the page that was requested with `nextCursor`. A conversation with a later revision keeps its place. */
export function applyOlderPage({ list, older }: ListState, page: ConversationsReply): ListState {
  const loaded = new Map(list.map((one) => [one.conversationId, one]));
  const rows = page.conversations.filter(({ conversationId, rev }) => (loaded.get(conversationId)?.rev ?? -1) <= rev);
  const ids = new Set(rows.map(({ conversationId }) => conversationId));
  const others = list.filter(({ conversationId }) => !ids.has(conversationId));
  const end = timeOf(rows.findLast(timeOf));
  const place = others.findLastIndex((one) => !isOlder(one, end)) + 1;
  const added = rows.filter(({ conversationId }) => !loaded.has(conversationId));
  const left = (count: number, loadedNow: number) => (page.nextCursor === null ? 0 : Math.max(0, count - loadedNow));
  return {
    list: others.toSpliced(place, 0, ...rows),
    older: {
      ...older,
      nextCursor: page.nextCursor,
      unread: left(older.unread, sumUnread(added)),
      archived: left(older.archived, countArchived(added)),
      size: older.size + page.conversations.length,
    },
  };
}
