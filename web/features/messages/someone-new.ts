import { ACQUAINTED_FROM } from "#contract/limits.ts";
import type { Message } from "#contract/messages.ts";

/**
 * Whether the other member is new to me: I have written less than five messages and no picture. Counts the loaded
 * messages, so somebody may count as new until older ones are loaded.
 */
export function isSomeoneNew(messages: readonly Message[], me: string): boolean {
  const own = messages.filter(({ sender }) => sender._id === me);
  return own.length < ACQUAINTED_FROM && own.every(({ messageType }) => messageType !== "image");
}
