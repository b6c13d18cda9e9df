import {
  type QueryClient,
  queryOptions,
  skipToken,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import type { Conversation } from "#contract/chat/messages.ts";
import { CONVERSATIONS_PAGE, PAGE_SIZE } from "#contract/limits.ts";
import {
  applyArchive,
  applyConversation,
  applyOlderPage,
  buildList,
  type ConversationsReply,
  type ListState,
  type OlderConversations,
  sumUnread,
} from "#web/domains/chat/conversation-list.ts";
import { messageKeys } from "#web/domains/chat/conversations.queries.ts";
import { isConversationChosen } from "#web/domains/chat/tab-state.ts";
import { call } from "#web/lib/api.ts";
import { isRejectedByServer } from "#web/lib/query.ts";
import { refetchQuery, updateQuery } from "#web/lib/realtime-handlers.ts";
import { useSession } from "#web/lib/session.ts";

/** Conversations that a refetch loads again. More were loaded by scrolling or searching, and are so again. */
const REFETCHED_MAX = 300;
/** Archived conversations that are loaded by themselves. The others come with the list. */
const ARCHIVE_MAX = 1_000;

const ALL_LOADED: OlderConversations = {
  nextCursor: null,
  unread: 0,
  archived: 0,
  hasArchive: false,
  size: CONVERSATIONS_PAGE,
};

const readList = (cache: QueryClient) => cache.getQueryData<Conversation[]>(messageKeys.conversations);
const readOlder = (cache: QueryClient) => cache.getQueryData<OlderConversations>(messageKeys.older) ?? ALL_LOADED;
const isFetchingList = (cache: QueryClient): boolean =>
  cache.isFetching({ queryKey: messageKeys.conversations, exact: true }) > 0;

export const findConversation = (cache: QueryClient, userId: string): Conversation | undefined =>
  readList(cache)?.find(({ otherUser }) => otherUser._id === userId);

/** Whether the conversation with a member may be in the part of the list that is not loaded. */
export const mayBeOlder = (cache: QueryClient, userId: string): boolean =>
  readList(cache) !== undefined && readOlder(cache).nextCursor !== null && !findConversation(cache, userId);

function changeList(cache: QueryClient, change: (state: ListState) => ListState): void {
  const list = readList(cache);
  if (!list) return;
  const changed = change({ list, older: readOlder(cache) });
  cache.setQueryData<OlderConversations>(messageKeys.older, changed.older);
  // The answer may be older than the end of the contact.
  const ended = new Set(cache.getQueryData<readonly string[]>(messageKeys.ended));
  const shown = changed.list.filter(({ otherUser }) => otherUser.isGone || !ended.has(otherUser._id));
  updateQuery<Conversation[]>(cache, messageKeys.conversations, () => shown);
}

const requestPage = (query: object, signal?: AbortSignal) => call("GET /api/messages/conversations", { query }, signal);

/** @param size how many conversations at least */
async function requestPages(size: number, part: object, signal?: AbortSignal): Promise<ConversationsReply[]> {
  const pages: ConversationsReply[] = [];
  let cursor: string | null = null;
  for (let left = size; pages.length === 0 || (left > 0 && cursor !== null); left -= PAGE_SIZE) {
    const limit = Math.min(Math.max(left, CONVERSATIONS_PAGE), PAGE_SIZE);
    const page: ConversationsReply = await requestPage({ ...part, limit, ...(cursor !== null && { cursor }) }, signal);
    pages.push(page);
    cursor = page.nextCursor;
  }
  return pages;
}

const requestArchive = (signal?: AbortSignal) => requestPages(ARCHIVE_MAX, { archived: "true" }, signal);

/** The first page, and as much as was loaded before. Keeps the open conversation, which may be older. */
async function fetchConversations(cache: QueryClient, signal: AbortSignal): Promise<Conversation[]> {
  const before = readOlder(cache);
  const [pages, archive] = await Promise.all([
    requestPages(Math.min(before.size, REFETCHED_MAX), {}, signal),
    before.hasArchive ? requestArchive(signal) : undefined,
  ]);
  let { list, older } = buildList(pages, archive);
  const chosen = readList(cache)?.find(({ otherUser }) => isConversationChosen(otherUser._id))?.otherUser._id;
  if (older.nextCursor !== null && chosen !== undefined && !list.some(({ otherUser }) => otherUser._id === chosen))
    ({ list, older } = applyConversation({ list, older }, chosen, await requestPage({ userId: chosen }, signal)));
  signal.throwIfAborted();
  cache.setQueryData<OlderConversations>(messageKeys.older, older);
  return list;
}

export const conversationsQuery = queryOptions({
  queryKey: messageKeys.conversations,
  queryFn: ({ client, signal }) => fetchConversations(client, signal),
});

/** The loaded part of the list. */
export const useConversations = () => useQuery(conversationsQuery);

export const useOlder = (): OlderConversations =>
  useQuery<OlderConversations>({ queryKey: messageKeys.older, queryFn: skipToken, gcTime: Number.POSITIVE_INFINITY })
    .data ?? ALL_LOADED;

/** The number of unread messages in all conversations; undefined while loading and for visitors. */
export function useUnreadCount(): number | undefined {
  const enabled = useSession() !== null;
  const { data } = useQuery({ ...conversationsQuery, enabled, select: sumUnread });
  const { unread } = useOlder();
  return enabled && data !== undefined ? data + unread : undefined;
}

/** Loads the conversation with a member into the list. Null if there is none. */
const conversationQuery = (userId: string) =>
  queryOptions({
    queryKey: messageKeys.conversation(userId),
    queryFn: async ({ client, signal }): Promise<Conversation | null> => {
      const reply = await requestPage({ userId }, signal);
      changeList(client, (state) => applyConversation(state, userId, reply));
      return reply.conversations[0] ?? null;
    },
    // The list has it from then on.
    staleTime: 0,
    gcTime: 0,
  });

/**
 * Loads the conversation with a member into the list, as it is after a change.
 * @param rev the revision of the change: a running request may have been answered before it
 * @returns null if there is none, undefined if that failed; the list is refetched then
 */
export async function loadConversation(
  cache: QueryClient,
  userId: string,
  rev = 0,
): Promise<Conversation | null | undefined> {
  const query = conversationQuery(userId);
  try {
    const found = await cache.fetchQuery(query);
    return (found?.rev ?? 0) < rev ? await cache.fetchQuery(query) : found;
  } catch {
    void refetchQuery(cache, messageKeys.conversations);
    return undefined;
  }
}

/** The conversation with a member, which is loaded if the list lacks it. */
export function useConversation(userId: string): { data: Conversation | undefined; isPending: boolean } {
  const list = useConversations();
  const { nextCursor } = useOlder();
  const data = list.data?.find(({ otherUser }) => otherUser._id === userId);
  const isMissing = list.data !== undefined && !data && nextCursor !== null;
  const one = useQuery({ ...conversationQuery(userId), enabled: isMissing });
  return { data, isPending: list.isPending || (isMissing && (one.isPending || one.isFetching)) };
}

const isWorthRetry = (failures: number, error: Error) => failures < 2 && !isRejectedByServer(error);

/** Loads the next page of the list. One that was requested before a refetch is dropped. */
async function loadOlder(cache: QueryClient, limit: number): Promise<void> {
  const { nextCursor: cursor } = readOlder(cache);
  if (cursor === null) return;
  const page = await requestPage({ limit, cursor });
  if (readOlder(cache).nextCursor === cursor) changeList(cache, (state) => applyOlderPage(state, page));
}

/** The part of the list that is not loaded. */
export function useOlderConversations() {
  const cache = useQueryClient();
  const { nextCursor } = useOlder();
  const { mutate, isPending, isError } = useMutation({
    mutationFn: (limit: number) => loadOlder(cache, limit),
    retry: isWorthRetry,
  });
  return { nextCursor, isPending, isError, load: (limit = CONVERSATIONS_PAGE) => mutate(limit) };
}

/** Loads the archived conversations into the list. */
export async function loadArchive(cache: QueryClient): Promise<void> {
  const pages = await requestArchive();
  changeList(cache, (state) => applyArchive(state, pages));
}

/** The archived conversations, of which some may not be loaded. */
export function useArchive() {
  const cache = useQueryClient();
  const { archived } = useOlder();
  const { mutate, isError } = useMutation({
    mutationFn: () => loadArchive(cache),
    retry: isWorthRetry,
  });
  return { missing: archived, isError, load: () => mutate() };
}

/**
 * Applies a change to the conversation with a member. If `change` returns undefined, only the server knows the
 * conversation, and it is loaded.
 * @param rev the revision of the change
 * @param isListed whether the change shows in the list or in the number of unread messages. One that does not is left
 * out if the conversation is not loaded
 */
export function updateConversation(
  cache: QueryClient,
  userId: string,
  change: (list: Conversation[]) => Conversation[] | undefined,
  { rev = 0, isListed = true }: { rev?: number; isListed?: boolean } = {},
): void {
  const list = readList(cache);
  if (!list) {
    void refetchQuery(cache, messageKeys.conversations);
    return;
  }
  const changed = change(list);
  if (changed) updateQuery<Conversation[]>(cache, messageKeys.conversations, () => changed);
  else if (isListed || findConversation(cache, userId)) void loadConversation(cache, userId, rev);
  // The response may have the conversation as it was before.
  else if (isFetchingList(cache)) void refetchQuery(cache, messageKeys.conversations);
}

/**
 * Calls `act` unless the member has muted the conversation: at once if that is known, else once it is loaded, and never if
 * that fails.
 * @param rev as in `loadConversation`
 */
export function unlessMuted(
  cache: QueryClient,
  userId: string,
  rev: number,
  act: (conversation: Conversation | undefined) => void,
): void {
  if (!mayBeOlder(cache, userId)) {
    const known = findConversation(cache, userId);
    if (!known?.isMuted) act(known);
    return;
  }
  void loadConversation(cache, userId, rev).then((found) => {
    if (found && !found.isMuted) act(found);
  });
}
