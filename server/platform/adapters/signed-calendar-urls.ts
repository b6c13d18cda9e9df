import { timingSafeEqual } from "node:crypto";
import type { KeyedHash } from "#server/platform/lib/keyed-hash.ts";

interface CalendarAddress {
  readonly messageId: string;
  readonly memberId: string;
  /** `accounts.links_epoch` of the member. */
  readonly epoch: number;
}

/** Signed URLs of calendar files: a calendar app sends no token. They end with the member's epoch. */
export interface SignedCalendarUrls {
  of(address: CalendarAddress): string;
  accepts(address: CalendarAddress, signature: string): boolean;
}

export function createSignedCalendarUrls(hash: KeyedHash): SignedCalendarUrls {
  const sign = ({ messageId, memberId, epoch }: CalendarAddress) =>
    hash("calendar file", messageId, memberId, String(epoch)).toString("base64url").slice(0, 32);
  return {
    of: (address) => `/calendar/${address.messageId}/${address.memberId}/${sign(address)}.ics`,
    accepts(address, signature) {
      const given = Buffer.from(signature);
      const right = Buffer.from(sign(address));
      return given.length === right.length && timingSafeEqual(given, right);
    },
  };
}
