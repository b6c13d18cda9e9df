import type { QueryClient } from "@tanstack/react-query";
import type { CrushLists } from "#contract/crushes.ts";
import { otherMemberId } from "#contract/messages.ts";
import { applyCrushReceived, applyMatch, applyMessage, hasSentCrush } from "#web/features/crushes/crush-lists.ts";
import {
  clearUnseenCrushes,
  crushListsKey,
  removeFromCrushLists,
  unseenCrushesKey,
} from "#web/features/crushes/crushes.queries.ts";
import { celebrateMatch } from "#web/features/crushes/match-store.ts";
import { type EventHandlers, refetchQuery, updateQuery } from "#web/lib/realtime-handlers.ts";

const updateLists = (cache: QueryClient, how: (lists: CrushLists) => CrushLists): void =>
  updateQuery(cache, crushListsKey, how);

export const crushesLive: EventHandlers = {
  /** Not every crush is news: the server counts. */
  crush_received: ({ from }, cache) => {
    updateLists(cache, (lists) => applyCrushReceived(lists, from));
    void refetchQuery(cache, unseenCrushesKey);
  },
  crushes_seen: (_, cache) => clearUnseenCrushes(cache),
  /** Only an id is heard, so whoever is not on the lists yet is asked for. */
  crush_sent: ({ userId }, cache) => {
    const lists = cache.getQueryData<CrushLists>(crushListsKey);
    if (!lists || !hasSentCrush(lists, userId)) void refetchQuery(cache, crushListsKey);
  },
  matched: ({ with: member }, cache) => {
    updateLists(cache, (lists) => applyMatch(lists, member));
    void refetchQuery(cache, unseenCrushesKey);
    celebrateMatch(member);
  },
  new_message: ({ conversationId }, cache, me) => {
    const other = otherMemberId(conversationId, me);
    if (other) updateLists(cache, (lists) => applyMessage(lists, other));
  },
  relationship_ended: ({ userId }, cache) => removeFromCrushLists(cache, userId),
  member_deleted: ({ userId }, cache) => removeFromCrushLists(cache, userId),
  onReconnect: (cache) => {
    void refetchQuery(cache, crushListsKey);
    void refetchQuery(cache, unseenCrushesKey);
  },
};
