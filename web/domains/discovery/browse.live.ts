import type { QueryClient } from "@tanstack/react-query";
import type { DailySet } from "#contract/discovery/daily-set.ts";
import { CARDS_MAX } from "#contract/limits.ts";
import { markCrushesSent, markMatched } from "#web/domains/crushes/sent-crushes.queries.ts";
import { removeProfileCard } from "#web/domains/discovery/browse.queries.ts";
import { browseKey } from "#web/domains/discovery/browse-key.ts";
import { type BrowsePages, withoutProfile, withProfile } from "#web/domains/discovery/browse-pages.ts";
import { dailySetKey, recentPassesKey, setRecentlyPassed } from "#web/domains/members/daily-set.queries.ts";
import { call } from "#web/lib/api.ts";
import { type EventHandlers, refetchQuery, updateQuery } from "#web/lib/realtime-handlers.ts";

/** Marks the card of a member who has just sent a crush. */
function markCrushReceived(cache: QueryClient, memberId: string): void {
  updateQuery<BrowsePages>(cache, browseKey, (pages) => withProfile(pages, memberId, { crushedOnMe: true }));
}

/** The server decides what the set has become. */
const refetchDailySet = (cache: QueryClient): void => void refetchQuery(cache, dailySetKey);

/** After this time a request counts as lost and the next one may start. */
const TIMEOUT_MS = 15_000;

const runningCaches = new WeakSet<QueryClient>();
const rerunCaches = new WeakSet<QueryClient>();

/**
 * Removes the cards of members who are no longer discoverable and keeps the order of the others, which a refetch would
 * not. Marks those to whom other devices have sent a crush. One check runs at a
 * time; calls during a check are served by one more check afterwards.
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
  const listed = cache.getQueryData<BrowsePages>(browseKey)?.pages.flatMap(({ profiles }) => profiles) ?? [];
  const inSet = new Set(cache.getQueryData<DailySet | null>(dailySetKey)?.profiles.map(({ id }) => id));
  const shown = [...listed.filter(({ id }) => !inSet.has(id)), ...[...inSet].map((id) => ({ id }))];
  for (let from = 0; from < shown.length; from += CARDS_MAX) {
    const ids = shown.slice(from, from + CARDS_MAX).map(({ id }) => id);
    const { gone, crushSent, matches } = await call(
      "POST /api/profile/unavailable",
      { body: { ids } },
      AbortSignal.timeout(TIMEOUT_MS),
    );
    markCrushesSent(cache, ...crushSent);
    markMatched(cache, ...matches);
    if (gone.length > 0) updateQuery<BrowsePages>(cache, browseKey, (pages) => gone.reduce(withoutProfile, pages));
    if (gone.some((id) => inSet.has(id))) refetchDailySet(cache);
  }
}

function removeMember(cache: QueryClient, userId: string): void {
  removeProfileCard(cache, userId);
  refetchDailySet(cache);
}

export const browseLive: EventHandlers = {
  crush_sent: ({ userId }, cache) => {
    markCrushesSent(cache, userId);
    refetchDailySet(cache);
  },
  matched: ({ with: { _id } }, cache) => markMatched(cache, _id),
  /** The device that passed on them may restore the card, at its place; the others show it with the next search. */
  pass_changed: ({ userId, isPassed }, cache) => {
    setRecentlyPassed(cache, userId, isPassed);
    if (isPassed) removeProfileCard(cache, userId);
    refetchDailySet(cache);
  },
  crush_received: ({ from }, cache) => {
    markCrushReceived(cache, from._id);
    refetchDailySet(cache);
  },
  settings_changed: ({ what }, cache) => {
    if (what === "privacy") refetchDailySet(cache);
  },
  relationship_ended: ({ userId }, cache) => removeMember(cache, userId),
  member_deleted: ({ userId }, cache) => removeMember(cache, userId),
  // A failed check is repeated on the next reconnect.
  discovery_invalidated: (_, cache) => void pruneUnavailable(cache).catch(() => undefined),
  onReconnect: (cache) => {
    // A pass may have been undone meanwhile.
    cache.setQueryData(recentPassesKey, []);
    refetchDailySet(cache);
    void pruneUnavailable(cache).catch(() => undefined);
  },
};
