import type { QueryClient } from "@tanstack/react-query";
import { endContactKey, memberKey } from "#web/domains/members/member.queries.ts";

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
