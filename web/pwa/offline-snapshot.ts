import { hashKey, type QueryClient, type QueryKey } from "@tanstack/react-query";
import { DAY_MS } from "#contract/durations.ts";

/** The most recently updated ones are kept. */
const MAX_CONVERSATIONS = 30;
/** A device offline for longer may have changed hands. */
const MAX_AGE_DAYS = 7;

export interface OfflineQueries {
  readonly lists: readonly QueryKey[];
  /** Prefix of the conversations' keys: `[...conversationKey, memberId]`. */
  readonly conversationKey: QueryKey;
  /** Of a list or a conversation in pages, the first one. */
  truncate(data: unknown): unknown;
  /** The members whose conversations may be stored; undefined while the lists are not cached. */
  allowedMembers(list: (queryKey: QueryKey) => unknown): ReadonlySet<string> | undefined;
}

/** A cached query. `updatedAt` is the time of the response in epoch milliseconds. */
export interface OfflineEntry {
  readonly queryKey: QueryKey;
  readonly data: unknown;
  readonly updatedAt: number;
}

export const filterFresh = (entries: readonly OfflineEntry[], now: number): readonly OfflineEntry[] =>
  entries.filter(({ updatedAt }) => now - updatedAt < MAX_AGE_DAYS * DAY_MS);

const isConversation = (queryKey: QueryKey, conversationKey: QueryKey): boolean =>
  queryKey.length === conversationKey.length + 1 && hashKey(queryKey.slice(0, -1)) === hashKey(conversationKey);

export const isOfflineQuery = (queryKey: QueryKey, { lists, conversationKey }: OfflineQueries): boolean =>
  isConversation(queryKey, conversationKey) || lists.some((list) => hashKey(list) === hashKey(queryKey));

export const findEntry = (entries: readonly OfflineEntry[], queryKey: QueryKey): OfflineEntry | undefined =>
  entries.find((entry) => hashKey(entry.queryKey) === hashKey(queryKey));

/** The cache wins. */
export function buildSnapshot(
  cache: QueryClient,
  stored: readonly OfflineEntry[],
  queries: OfflineQueries,
): OfflineEntry[] {
  const cached: OfflineEntry[] = cache
    .getQueryCache()
    .getAll()
    .filter(({ queryKey, state }) => state.data !== undefined && isOfflineQuery(queryKey, queries))
    .map(({ queryKey, state }) => ({ queryKey, data: state.data, updatedAt: state.dataUpdatedAt }));
  // Entries with other keys, of an earlier version of the app, are dropped.
  const kept = stored.filter(({ queryKey }) => isOfflineQuery(queryKey, queries) && !findEntry(cached, queryKey));
  const all = [...cached, ...kept];
  const allowed = queries.allowedMembers((queryKey) => findEntry(all, queryKey)?.data);
  const conversations = all
    .filter(({ queryKey }) => isConversation(queryKey, queries.conversationKey))
    .filter(({ queryKey }) => allowed?.has(String(queryKey.at(-1))) ?? true)
    .toSorted((a, b) => b.updatedAt - a.updatedAt)
    .slice(0, MAX_CONVERSATIONS);
  const lists = all.filter(({ queryKey }) => !isConversation(queryKey, queries.conversationKey));
  return [...lists, ...conversations].map((entry) => ({ ...entry, data: queries.truncate(entry.data) }));
}

/** Each member's first photo, and all attachments. */
export function* listThumbnails(data: unknown): Generator<string> {
  if (typeof data !== "object" || data === null) return;
  if (Array.isArray(data)) for (const item of data) yield* listThumbnails(item);
  else
    for (const [name, value] of Object.entries(data)) {
      if (name === "thumbnailUrl" && typeof value === "string") yield value;
      else yield* listThumbnails(name === "photos" && Array.isArray(value) ? value.slice(0, 1) : value);
    }
}
