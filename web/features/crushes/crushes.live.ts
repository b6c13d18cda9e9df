import type { QueryClient } from "@tanstack/react-query";
import type { CrushLists } from "#contract/crushes.ts";
import { applyEnded, applyMatched, applyMessage, applyReceived, isSent } from "#web/features/crushes/crush-lists.ts";
import { crushListsKey, crushNewsKey, noteSeen } from "#web/features/crushes/crushes.api.ts";
import { announceMatch } from "#web/features/crushes/match-store.ts";
import { askAgain, type Live, write } from "#web/lib/live.ts";

const change = (cache: QueryClient, how: (lists: CrushLists) => CrushLists): void => write(cache, crushListsKey, how);

/** Takes somebody off all lists. */
function forget(cache: QueryClient, userId: string): void {
  change(cache, (lists) => applyEnded(lists, userId));
  void askAgain(cache, crushNewsKey);
}

export const crushesLive: Live = {
  /** Not every crush is news: the server counts. */
  crush_received: ({ from }, cache) => {
    change(cache, (lists) => applyReceived(lists, from));
    void askAgain(cache, crushNewsKey);
  },
  crushes_seen: (_, cache) => noteSeen(cache),
  /** Only an id is heard, so whoever is not on the lists yet is asked for. */
  crush_sent: ({ userId }, cache) => {
    const lists = cache.getQueryData<CrushLists>(crushListsKey);
    if (!lists || !isSent(lists, userId)) void askAgain(cache, crushListsKey);
  },
  matched: ({ with: member }, cache) => {
    change(cache, (lists) => applyMatched(lists, member));
    void askAgain(cache, crushNewsKey);
    announceMatch(member);
  },
  new_message: ({ conversationId }, cache, me) => {
    const other = conversationId.split("_").find((id) => id !== me);
    if (other) change(cache, (lists) => applyMessage(lists, other));
  },
  contact_ended: ({ userId }, cache) => forget(cache, userId),
  member_gone: ({ userId }, cache) => forget(cache, userId),
  missed: (cache) => {
    void askAgain(cache, crushListsKey);
    void askAgain(cache, crushNewsKey);
  },
};
