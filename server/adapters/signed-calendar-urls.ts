import { timingSafeEqual } from "node:crypto";
import type { KeyedHash } from "#server/lib/keyed-hash.ts";

/**
 * Signed URLs of calendar files: a calendar app sends no token. They have no end of their own, so that a calendar entry
 * keeps its link; the file ends with the match.
 */
export interface SignedCalendarUrls {
  /** Relative to the root, for one member. */
  of(messageId: string, memberId: string): string;
  /** Whether an address is one of ours. */
  accepts(address: { messageId: string; memberId: string; signature: string }): boolean;
}

export function createSignedCalendarUrls(hash: KeyedHash): SignedCalendarUrls {
  const sign = (messageId: string, memberId: string) =>
    hash("calendar file", messageId, memberId).toString("base64url").slice(0, 32);
  return {
    of: (messageId, memberId) => `/calendar/${messageId}/${memberId}/${sign(messageId, memberId)}.ics`,
    accepts({ messageId, memberId, signature }) {
      const given = Buffer.from(signature);
      const right = Buffer.from(sign(messageId, memberId));
      return given.length === right.length && timingSafeEqual(given, right);
    },
  };
}
