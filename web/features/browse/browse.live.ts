import type { QueryClient } from "@tanstack/react-query";
import { browseKey } from "#web/features/browse/browse.api.ts";
import { type BrowsePages, markSent } from "#web/features/browse/pages.ts";
import type { Live } from "#web/lib/live.ts";

/** Notes on their card that my crush on a member is in. */
export function noteSentOnCards(cache: QueryClient, memberId: string): void {
  cache.setQueryData<BrowsePages>(browseKey, (data) => data && markSent(data, memberId));
}

export const discoveryLive: Live = {
  crush_sent: ({ userId }, cache) => noteSentOnCards(cache, userId),
  matched: ({ with: { _id } }, cache) => noteSentOnCards(cache, _id),
};
