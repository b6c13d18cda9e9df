import { hashKey, type QueryClient, type QueryKey } from "@tanstack/react-query";

/** Conversations kept at most: the ones that were looked at last. */
const EACH_MAX = 30;
/** A device that has not reached the server for so long may be somebody else's by now. */
const DAYS_MAX = 7;
const DAY_MS = 24 * 3600 * 1000;

/** What of the cache stays readable without a network. */
export interface OfflineQueries {
  /** Kept as they are. */
  readonly lists: readonly QueryKey[];
  /** Kept one by one: `[...each, id]`. */
  readonly each: QueryKey;
  /** What of one of them is kept. */
  shorten(data: unknown): unknown;
  /** Whose may be kept, by the lists; undefined while they do not say. */
  members(list: (queryKey: QueryKey) => unknown): ReadonlySet<string> | undefined;
}

/** One thing seen. `updatedAt`: when the server told it, in milliseconds. */
export interface OfflineEntry {
  readonly queryKey: QueryKey;
  readonly data: unknown;
  readonly updatedAt: number;
}

/** What may still be shown, and kept: all that the server told within the last 7 days. */
export const filterFresh = (seen: readonly OfflineEntry[], now: number): readonly OfflineEntry[] =>
  seen.filter(({ updatedAt }) => now - updatedAt < DAYS_MAX * DAY_MS);

const isOneOf = (queryKey: QueryKey, each: QueryKey): boolean =>
  queryKey.length === each.length + 1 && hashKey(queryKey.slice(0, -1)) === hashKey(each);

export const isOfflineQuery = (queryKey: QueryKey, { lists, each }: OfflineQueries): boolean =>
  isOneOf(queryKey, each) || lists.some((list) => hashKey(list) === hashKey(queryKey));

export const findEntry = (seen: readonly OfflineEntry[], queryKey: QueryKey): OfflineEntry | undefined =>
  seen.find((one) => hashKey(one.queryKey) === hashKey(queryKey));

/** What is to be kept now: what the cache holds, and of what was kept `before` that which it does not hold today. */
export function buildSnapshot(
  cache: QueryClient,
  before: readonly OfflineEntry[],
  readable: OfflineQueries,
): OfflineEntry[] {
  const held: OfflineEntry[] = cache
    .getQueryCache()
    .getAll()
    .filter(({ queryKey, state }) => state.data !== undefined && isOfflineQuery(queryKey, readable))
    .map(({ queryKey, state }) => ({ queryKey, data: state.data, updatedAt: state.dataUpdatedAt }));
  const all = [...held, ...before.filter(({ queryKey }) => !findEntry(held, queryKey))];
  const members = readable.members((queryKey) => findEntry(all, queryKey)?.data);
  const ones = all
    .filter(({ queryKey }) => isOneOf(queryKey, readable.each))
    .filter(({ queryKey }) => members?.has(String(queryKey.at(-1))) ?? true)
    .toSorted((a, b) => b.updatedAt - a.updatedAt)
    .slice(0, EACH_MAX);
  return [
    ...all.filter(({ queryKey }) => !isOneOf(queryKey, readable.each)),
    ...ones.map((one) => ({ ...one, data: readable.shorten(one.data) })),
  ];
}

/** The small pictures in what is kept, of each member the first. */
export function* listThumbnails(data: unknown): Generator<string> {
  if (typeof data !== "object" || data === null) return;
  if (Array.isArray(data)) for (const one of data) yield* listThumbnails(one);
  else
    for (const [name, value] of Object.entries(data)) {
      if (name === "thumbnailUrl" && typeof value === "string") yield value;
      else yield* listThumbnails(name === "photos" && Array.isArray(value) ? value.slice(0, 1) : value);
    }
}
