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

/** Mutation key of the requests that end contact with a member: unmatch, block, report. */
export const endContactKey = (userId: string) => ["end-contact", userId] as const;

/** A report ends contact only if it includes a block. */
const endsContact = (variables: unknown): boolean =>
  typeof variables !== "object" || variables === null || ("block" in variables && variables.block === true);

let leaving: string | undefined;

/** Call it when contact has ended and the navigation away from the member's screen has started. */
export function markMemberLeaving(userId: string): void {
  leaving = userId;
}

/**
 * Removes the member from the cache after the screen was left. The screen stays subscribed for a moment longer, so a
 * reset would refetch the member; a removal does not.
 */
export function removeMember(cache: QueryClient, userId: string): void {
  leaving = undefined;
  cache.removeQueries({ queryKey: memberKey(userId) });
}

/**
 * Whether this tab is ending contact with a member or leaving their screen. The event may arrive before or after the
 * response; acting on it would refetch the member for a screen that is about to close.
 */
export const isEndingContact = (cache: QueryClient, userId: string): boolean =>
  leaving === userId ||
  cache.isMutating({ mutationKey: endContactKey(userId), predicate: ({ state }) => endsContact(state.variables) }) > 0;

/** Cancels requests that would be rejected or arrive too late. */
export async function cancelMemberQueries(cache: QueryClient, userId: string): Promise<void> {
  const keys = [messageKeys.messages(userId), memberKey(userId)];
  await Promise.all(keys.map((queryKey) => cache.cancelQueries({ queryKey })));
}

/**
 * Refetches after a request without a response: contact may have ended, and the event was ignored in favor of the
 * response.
 */
export function refetchAfterLostEndContact(cache: QueryClient, userId: string): void {
  const keys = [messageKeys.conversations, crushListsKey, messageKeys.messages(userId), memberKey(userId)];
  for (const key of keys) void refetchQuery(cache, key);
}

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
