import type { QueryClient } from "@tanstack/react-query";
import { otherMemberId } from "#contract/chat/conversations.ts";
import type { CrushLists } from "#contract/crushes/crushes.ts";
import { applyCrushReceived, applyMatch, applyMessage } from "#web/domains/crushes/crush-lists.ts";
import {
  clearUnseenCrushes,
  crushListsKey,
  refetchUnlessSent,
  removeFromCrushLists,
  removeReceivedCrush,
  unseenCrushesKey,
} from "#web/domains/crushes/crushes.queries.ts";
import { heldCrushes } from "#web/domains/crushes/held-crushes.ts";
import { celebrateMatch } from "#web/domains/crushes/match-store.ts";
import { type EventHandlers, refetchQuery, updateQuery } from "#web/lib/realtime-handlers.ts";

const updateLists = (cache: QueryClient, update: (lists: CrushLists) => CrushLists): void =>
  updateQuery(cache, crushListsKey, update);

function removeMember(cache: QueryClient, userId: string): void {
  heldCrushes.settle(userId);
  removeFromCrushLists(cache, userId);
}

export const crushesLive: EventHandlers = {
  /** Only the server knows whether a crush counts as unseen. */
  crush_received: ({ from }, cache) => {
    updateLists(cache, (lists) => applyCrushReceived(lists, from));
    // It is a match, so there is nothing to take back.
    void heldCrushes.release(from._id);
    void refetchQuery(cache, unseenCrushesKey);
  },
  crushes_seen: (_, cache) => clearUnseenCrushes(cache),
  crush_sent: ({ userId }, cache) => {
    // On the device that has just sent it, it is not held any more.
    heldCrushes.settle(userId);
    refetchUnlessSent(cache, userId);
  },
  pass_changed: ({ userId, isPassed }, cache) => {
    if (isPassed) return removeReceivedCrush(cache, userId);
    void refetchQuery(cache, crushListsKey);
    void refetchQuery(cache, unseenCrushesKey);
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
  relationship_ended: ({ userId }, cache) => removeMember(cache, userId),
  discovery_invalidated: (_, cache) => void refetchQuery(cache, crushListsKey),
  member_deleted: ({ userId }, cache) => removeMember(cache, userId),
  onReconnect: (cache) => {
    void refetchQuery(cache, crushListsKey);
    void refetchQuery(cache, unseenCrushesKey);
  },
};
