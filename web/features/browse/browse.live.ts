import type { QueryClient } from "@tanstack/react-query";
import { getCrushes } from "#contract/crushes.ts";
import { browseKey, sentKey } from "#web/features/browse/browse.api.ts";
import { type BrowsePages, withoutProfile } from "#web/features/browse/pages.ts";
import { call } from "#web/lib/api.ts";
import { type Live, write } from "#web/lib/live.ts";

/** Shared with the crushes feature: a `CrushLists`. */
const crushListsKey = ["crushes"] as const;

/** Notes on their cards that my crushes on members are in. */
export function noteSentOnCards(cache: QueryClient, ...memberIds: readonly string[]): void {
  cache.setQueryData<readonly string[]>(sentKey, (sent = []) => {
    const news = memberIds.filter((id) => !sent.includes(id));
    return news.length > 0 ? [...sent, ...news] : sent;
  });
}

/** Learns whom I have sent a crush elsewhere. The cards themselves are not asked for again: that would shuffle them. */
async function learnSent(cache: QueryClient): Promise<void> {
  if (!cache.getQueryState(browseKey)) return;
  await cache.invalidateQueries({ queryKey: crushListsKey, refetchType: "none" });
  const { crushesSent, matches } = await cache.fetchQuery({
    queryKey: crushListsKey,
    queryFn: async ({ signal }) => (await call(getCrushes, {}, signal)).crushes,
  });
  noteSentOnCards(cache, ...[...crushesSent, ...matches].map(({ _id }) => _id));
}

export const discoveryLive: Live = {
  crush_sent: ({ userId }, cache) => noteSentOnCards(cache, userId),
  matched: ({ with: { _id } }, cache) => noteSentOnCards(cache, _id),
  contact_ended: ({ userId }, cache) => write<BrowsePages>(cache, browseKey, (pages) => withoutProfile(pages, userId)),
  // What cannot be learned now is asked for with the next connection.
  missed: (cache) => void learnSent(cache).catch(() => undefined),
};
