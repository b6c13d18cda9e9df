import type { QueryClient } from "@tanstack/react-query";
import { removeProfileCard } from "#web/features/browse/browse.queries.ts";
import { crushListsKey, removeFromCrushLists } from "#web/features/crushes/crushes.queries.ts";
import { memberKey } from "#web/features/members/member.queries.ts";
import { dismissMemberToasts } from "#web/features/members/toast-queue.ts";
import { messageKeys } from "#web/features/messages/conversations.queries.ts";
import { endConversation } from "#web/features/messages/ended-conversations.queries.ts";
import { blockedMembersKey, pastContactsKey } from "#web/features/safety/member-lists.queries.ts";
import { historyKey } from "#web/features/wallet/wallet.queries.ts";
import { refetchQuery } from "#web/lib/realtime-handlers.ts";
import { session } from "#web/lib/session.ts";

/** The mutation key of the call by which this tab ends contact with a member. */
export const endingKey = (userId: string) => ["end-contact", userId] as const;

/** A report ends contact only if it blocks as well. */
const endsContact = (variables: unknown): boolean =>
  typeof variables !== "object" || variables === null || ("block" in variables && variables.block === true);

let leaving: string | undefined;

/** Contact with a member has ended, and navigation away from their screen has begun. */
export function markLeaving(userId: string): void {
  leaving = userId;
}

/**
 * The screen has been left: removes the member from the cache. The screen stays subscribed a moment longer, so a reset would
 * refetch the member; a removal does not.
 */
export function forgetMember(cache: QueryClient, userId: string): void {
  leaving = undefined;
  cache.removeQueries({ queryKey: memberKey(userId) });
}

/**
 * Whether this tab is ending contact with a member, or leaving their screen. The event may come before or after the answer to
 * the call; acting on it would refetch the member for a screen that is about to be left.
 */
export const isEndingContact = (cache: QueryClient, userId: string): boolean =>
  leaving === userId ||
  cache.isMutating({ mutationKey: endingKey(userId), predicate: ({ state }) => endsContact(state.variables) }) > 0;

/** Cancels requests that would only be refused or come too late, once contact is being ended. */
export async function cancelMemberQueries(cache: QueryClient, userId: string): Promise<void> {
  const keys = [messageKeys.messages(userId), memberKey(userId)];
  await Promise.all(keys.map((queryKey) => cache.cancelQueries({ queryKey })));
}

/** Refetches what may have ended: the call's answer was lost, and its event was ignored in favour of the answer. */
export function refetchAfterLostEnding(cache: QueryClient, userId: string): void {
  const keys = [messageKeys.conversations, crushListsKey, messageKeys.messages(userId), memberKey(userId)];
  for (const key of keys) void refetchQuery(cache, key);
}

/**
 * Applies the end of contact everywhere, as the `relationship_ended` event does. For refusals that reveal it: on this device
 * the event may be late or lost. Does nothing after a logout.
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

/** Applies the deletion of a member's account outside of their conversation, as the `member_deleted` event does. */
export function onMemberDeleted(cache: QueryClient, userId: string): void {
  if (!session.read()) return;
  void cache.resetQueries({ queryKey: memberKey(userId) });
  removeFromCrushLists(cache, userId);
  removeProfileCard(cache, userId);
  for (const key of [historyKey, pastContactsKey]) void refetchQuery(cache, key);
  dismissMemberToasts(userId);
}
