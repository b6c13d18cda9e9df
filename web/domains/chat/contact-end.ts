import type { QueryClient } from "@tanstack/react-query";
import { blockedMembersKey, pastContactsKey } from "#web/domains/accounts/settings/settings.queries.ts";
import { historyKey } from "#web/domains/billing/wallet.queries.ts";
import { endConversation } from "#web/domains/chat/ended-conversations.queries.ts";
import { removeFromCrushLists } from "#web/domains/crushes/crushes.queries.ts";
import { removeProfileCard } from "#web/domains/discovery/browse.queries.ts";
import { isEndingContact } from "#web/domains/members/ending-contact.ts";
import { dismissMemberToasts } from "#web/domains/members/limits/toast-queue.ts";
import { memberKey } from "#web/domains/members/member.queries.ts";
import { refetchQuery } from "#web/lib/realtime-handlers.ts";
import { session } from "#web/lib/session.ts";

/**
 * Applies the end of contact everywhere, as the `relationship_ended` event does. Called for error responses that reveal
 * it, because the event may be late or lost on this device. Does nothing after a logout.
 */
export function onContactEnded(cache: QueryClient, userId: string): void {
  if (!session.read()) return;
  if (!isEndingContact(cache, userId)) {
    void cache.resetQueries({ queryKey: memberKey(userId) });
    endConversation(cache, userId);
  }
  removeFromCrushLists(cache, userId);
  removeProfileCard(cache, userId);
  for (const key of [blockedMembersKey, pastContactsKey]) void refetchQuery(cache, key);
  dismissMemberToasts(userId);
}

/** Applies the deletion of an account outside the conversation, as the `member_deleted` event does. */
export function onMemberDeleted(cache: QueryClient, userId: string): void {
  if (!session.read()) return;
  void cache.resetQueries({ queryKey: memberKey(userId) });
  removeFromCrushLists(cache, userId);
  removeProfileCard(cache, userId);
  for (const key of [historyKey, pastContactsKey]) void refetchQuery(cache, key);
  dismissMemberToasts(userId);
}
