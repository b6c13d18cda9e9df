import type { QueryClient } from "@tanstack/react-query";
import { otherMemberId } from "#contract/chat/conversations.ts";
import { applyCrushReceived, applyMatch, applyMessage } from "#web/domains/crushes/crush-lists.ts";
import {
  clearUnseenCrushes,
  crushesKey,
  refetchUnlessSent,
  removeFromCrushLists,
  removeReceivedCrush,
  unseenCrushesKey,
  updateCrushes,
} from "#web/domains/crushes/crushes.queries.ts";
import { heldCrushes } from "#web/domains/crushes/held-crushes.ts";
import { celebrateMatch } from "#web/domains/crushes/match-store.ts";
import { type EventHandlers, refetchQuery } from "#web/lib/realtime-handlers.ts";

function removeMember(cache: QueryClient, userId: string): void {
  heldCrushes.settle(userId);
  removeFromCrushLists(cache, userId);
}

export const crushesLive: EventHandlers = {
  /** Only the server knows whether a crush counts as unseen. */
  crush_received: ({ from }, cache) => {
    updateCrushes(cache, (state) => applyCrushReceived(state, from));
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
    void refetchQuery(cache, crushesKey);
    void refetchQuery(cache, unseenCrushesKey);
  },
  matched: ({ with: member }, cache) => {
    updateCrushes(cache, (state) => applyMatch(state, member));
    void refetchQuery(cache, unseenCrushesKey);
    celebrateMatch(member);
  },
  new_message: ({ conversationId, message }, cache, me) => {
    const other = otherMemberId(conversationId, me);
    if (other) updateCrushes(cache, (state) => applyMessage(state, other, message.seq === 1));
  },
  relationship_ended: ({ userId }, cache) => removeMember(cache, userId),
  discovery_invalidated: (_, cache) => void refetchQuery(cache, crushesKey),
  member_deleted: ({ userId }, cache) => removeMember(cache, userId),
  onReconnect: (cache) => {
    void refetchQuery(cache, crushesKey);
    void refetchQuery(cache, unseenCrushesKey);
  },
};
