import type { QueryClient } from "@tanstack/react-query";
import { findUnavailable } from "#contract/discovery.ts";
import { CARDS_MAX } from "#contract/limits.ts";
import { browseKey, removeProfileCard, sentCrushesKey } from "#web/features/browse/browse.queries.ts";
import { type BrowsePages, withoutProfile } from "#web/features/browse/browse-pages.ts";
import { crushListsKey, crushListsQuery } from "#web/features/crushes/crushes.queries.ts";
import { call } from "#web/lib/api.ts";
import { type EventHandlers, updateQuery } from "#web/lib/realtime-handlers.ts";

/** Notes on their cards that my crushes on members are in. */
export function markCrushesSent(cache: QueryClient, ...memberIds: readonly string[]): void {
  cache.setQueryData<readonly string[]>(sentCrushesKey, (sent = []) => {
    const news = memberIds.filter((id) => !sent.includes(id));
    return news.length > 0 ? [...sent, ...news] : sent;
  });
}

/** Learns whom I have sent a crush elsewhere. The cards themselves are not asked for again: that would shuffle them. */
async function syncSentCrushes(cache: QueryClient): Promise<void> {
  if (!cache.getQueryState(browseKey)) return;
  await cache.invalidateQueries({ queryKey: crushListsKey, refetchType: "none" });
  const { crushesSent, matches } = await cache.fetchQuery(crushListsQuery);
  markCrushesSent(cache, ...[...crushesSent, ...matches].map(({ _id }) => _id));
}

/** Milliseconds after which an answer counts as lost: the next question waits for it. */
const TIMEOUT_MS = 15_000;

const runningCaches = new WeakSet<QueryClient>();
const rerunCaches = new WeakSet<QueryClient>();

/**
 * Takes away the cards of those who are not to be discovered any more; the others stay where they are. It is asked once at a
 * time: however often this is called meanwhile, once more after it.
 */
export async function pruneUnavailable(cache: QueryClient): Promise<void> {
  rerunCaches.add(cache);
  if (runningCaches.has(cache)) return;
  runningCaches.add(cache);
  try {
    while (rerunCaches.delete(cache)) await pruneUnavailableOnce(cache);
  } finally {
    runningCaches.delete(cache);
    rerunCaches.delete(cache);
  }
}

async function pruneUnavailableOnce(cache: QueryClient): Promise<void> {
  const shown = cache.getQueryData<BrowsePages>(browseKey)?.pages.flatMap(({ profiles }) => profiles) ?? [];
  for (let from = 0; from < shown.length; from += CARDS_MAX) {
    const ids = shown.slice(from, from + CARDS_MAX).map(({ id }) => id);
    const { gone } = await call(findUnavailable, { body: { ids } }, AbortSignal.timeout(TIMEOUT_MS));
    if (gone.length > 0) updateQuery<BrowsePages>(cache, browseKey, (pages) => gone.reduce(withoutProfile, pages));
  }
}

export const browseLive: EventHandlers = {
  crush_sent: ({ userId }, cache) => markCrushesSent(cache, userId),
  matched: ({ with: { _id } }, cache) => markCrushesSent(cache, _id),
  relationship_ended: ({ userId }, cache) => removeProfileCard(cache, userId),
  member_deleted: ({ userId }, cache) => removeProfileCard(cache, userId),
  // What cannot be learned now is asked for with the next connection.
  discovery_invalidated: (_, cache) => void pruneUnavailable(cache).catch(() => undefined),
  onReconnect: (cache) => void Promise.allSettled([syncSentCrushes(cache), pruneUnavailable(cache)]),
};
