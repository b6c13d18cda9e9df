import type { QueryClient } from "@tanstack/react-query";
import { memberKey } from "#web/features/members/member.api.ts";
import { askAgain } from "#web/lib/live.ts";

/** Names the call by which this tab ends contact with a member. */
export const endingKey = (userId: string) => ["end-contact", userId] as const;

/** A report ends contact only if it blocks, too. */
const ends = (variables: unknown): boolean =>
  typeof variables !== "object" || variables === null || ("block" in variables && variables.block === true);

let leaving: string | undefined;

/** Says that contact with a member is over, and that the screen that shows them is being left. */
export function beginLeaving(userId: string): void {
  leaving = userId;
}

/**
 * Says that it has been left, and forgets what was known of the member. The screen goes in the same moment, but it listens a
 * little longer: what is gone nobody asks for, what is only reset would be.
 */
export function haveLeft(cache: QueryClient, userId: string): void {
  leaving = undefined;
  cache.removeQueries({ queryKey: memberKey(userId) });
}

/**
 * Whether this tab is just ending contact with a member, or leaving them. The event that tells of it may come before the answer
 * does or after it; the screen that shows them is left with the answer, and would only ask for them once more.
 */
export const isEnding = (cache: QueryClient, userId: string): boolean =>
  leaving === userId ||
  cache.isMutating({ mutationKey: endingKey(userId), predicate: ({ state }) => ends(state.variables) }) > 0;

/** What is on its way of a member with whom contact is being ended would only be refused, or come too late. */
export async function stopAsking(cache: QueryClient, userId: string): Promise<void> {
  const keys = [["thread", userId], memberKey(userId)];
  await Promise.all(keys.map((queryKey) => cache.cancelQueries({ queryKey })));
}

/** Asks anew for all that may be over: the answer to an ending was lost, and its event was left to the answer. */
export function askWhatEnded(cache: QueryClient, userId: string): void {
  for (const key of [["conversations"], ["crushes"], ["thread", userId], memberKey(userId)]) void askAgain(cache, key);
}
