import type { QueryClient } from "@tanstack/react-query";
import type { CrushLists } from "#contract/crushes.ts";
import {
  applyContactEnded,
  applyCrushReceived,
  applyMatch,
  applyMessage,
  hasSentCrush,
} from "#web/features/crushes/crush-lists.ts";
import { clearUnseenCrushes, crushListsKey, unseenCrushesKey } from "#web/features/crushes/crushes.queries.ts";
import { celebrateMatch } from "#web/features/crushes/match-store.ts";
import { askAgain, type Live, write } from "#web/lib/live.ts";

const updateLists = (cache: QueryClient, how: (lists: CrushLists) => CrushLists): void =>
  write(cache, crushListsKey, how);

/** Takes somebody off all lists. */
function removeMember(cache: QueryClient, userId: string): void {
  updateLists(cache, (lists) => applyContactEnded(lists, userId));
  void askAgain(cache, unseenCrushesKey);
}

export const crushesLive: Live = {
  /** Not every crush is news: the server counts. */
  crush_received: ({ from }, cache) => {
    updateLists(cache, (lists) => applyCrushReceived(lists, from));
    void askAgain(cache, unseenCrushesKey);
  },
  crushes_seen: (_, cache) => clearUnseenCrushes(cache),
  /** Only an id is heard, so whoever is not on the lists yet is asked for. */
  crush_sent: ({ userId }, cache) => {
    const lists = cache.getQueryData<CrushLists>(crushListsKey);
    if (!lists || !hasSentCrush(lists, userId)) void askAgain(cache, crushListsKey);
  },
  matched: ({ with: member }, cache) => {
    updateLists(cache, (lists) => applyMatch(lists, member));
    void askAgain(cache, unseenCrushesKey);
    celebrateMatch(member);
  },
  new_message: ({ conversationId }, cache, me) => {
    const other = conversationId.split("_").find((id) => id !== me);
    if (other) updateLists(cache, (lists) => applyMessage(lists, other));
  },
  relationship_ended: ({ userId }, cache) => removeMember(cache, userId),
  member_deleted: ({ userId }, cache) => removeMember(cache, userId),
  missed: (cache) => {
    void askAgain(cache, crushListsKey);
    void askAgain(cache, unseenCrushesKey);
  },
};
