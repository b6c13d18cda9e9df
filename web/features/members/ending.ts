import type { QueryClient } from "@tanstack/react-query";

/** Names the call by which this tab ends contact with a member. */
export const endingKey = (userId: string) => ["end-contact", userId] as const;

/**
 * Whether this tab is just ending contact with a member. The event that tells of it comes before the answer does; the screen
 * that shows them is left with the answer, and would only ask for them once more.
 */
export const isEnding = (cache: QueryClient, userId: string): boolean =>
  cache.isMutating({ mutationKey: endingKey(userId) }) > 0;
