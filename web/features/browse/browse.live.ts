import type { QueryClient } from "@tanstack/react-query";
import { sentKey } from "#web/features/browse/browse.api.ts";
import type { Live } from "#web/lib/live.ts";

/** Notes on their card that my crush on a member is in. */
export function noteSentOnCards(cache: QueryClient, memberId: string): void {
  cache.setQueryData<readonly string[]>(sentKey, (sent = []) => (sent.includes(memberId) ? sent : [...sent, memberId]));
}

export const discoveryLive: Live = {
  crush_sent: ({ userId }, cache) => noteSentOnCards(cache, userId),
  matched: ({ with: { _id } }, cache) => noteSentOnCards(cache, _id),
};
