import type { Message } from "#contract/messages.ts";

/** After so much time without a message, a conversation is quiet. */
const QUIET_MS = 48 * 3_600_000;
/** What was said is forgotten by then, and a suggestion that refers to nothing helps nobody. */
const OVER_MS = 30 * 24 * 3_600_000;

/** Whether to suggest a message: nobody has written for a while, and an own last message would not become the third. */
export function isQuiet(messages: readonly Message[], me: string, now: number): boolean {
  const last = messages.at(-1);
  if (!last) return false;
  const silence = now - Date.parse(last.createdAt);
  const isPushy = messages.slice(-2).length === 2 && messages.slice(-2).every(({ sender }) => sender._id === me);
  return silence >= QUIET_MS && silence < OVER_MS && !isPushy;
}

/** The last of these openers, which is a plan, unless it was sent before. */
export function chooseSuggestion(openers: readonly string[], messages: readonly Message[]): string | undefined {
  return openers.findLast((opener) => messages.every(({ content }) => content !== opener));
}
