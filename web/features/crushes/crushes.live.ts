import type { QueryClient } from "@tanstack/react-query";
import { otherMemberId } from "#contract/conversations.ts";
import type { CrushLists } from "#contract/crushes.ts";
import { applyCrushReceived, applyMatch, applyMessage, hasSentCrush } from "#web/features/crushes/crush-lists.ts";
import {
  clearUnseenCrushes,
  crushListsKey,
  removeFromCrushLists,
  unseenCrushesKey,
} from "#web/features/crushes/crushes.queries.ts";
import { celebrateMatch } from "#web/features/crushes/match-store.ts";
import { type EventHandlers, refetchQuery, updateQuery } from "#web/lib/realtime-handlers.ts";

const updateLists = (cache: QueryClient, update: (lists: CrushLists) => CrushLists): void =>
  updateQuery(cache, crushListsKey, update);

export const crushesLive: EventHandlers = {
  /** Only the server knows whether a crush counts as unseen. */
  crush_received: ({ from }, cache) => {
    updateLists(cache, (lists) => applyCrushReceived(lists, from));
    void refetchQuery(cache, unseenCrushesKey);
  },
  crushes_seen: (_, cache) => clearUnseenCrushes(cache),
  /** The event contains only an id, so a member who is not listed yet has to be fetched. */
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
