import { createHmac, timingSafeEqual } from "node:crypto";
import type { PhotoSize } from "#server/adapters/photo-store.ts";

/**
 * Signed URLs of images. An `<img>` sends no token, so the URL itself proves that this viewer was shown this image,
 * until it expires.
 */
export interface SignedPhotoUrls {
  /** An address relative to the root, good for this viewer until the day after tomorrow. */
  of(key: string, size: PhotoSize, viewerId: string): string;
  /** Whether an address is one of ours and still good. */
  accepts(address: { key: string; size: string; viewer: string; until: string; signature: string }): boolean;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Signs with HMAC-SHA-256. Ends are whole UTC days, so that an address stays the same for a day and caches work. */
export function createSignedPhotoUrls(secret: Buffer, now: () => Date): SignedPhotoUrls {
  const sign = (key: string, size: string, viewer: string, until: string) =>
    createHmac("sha256", secret).update(`${key}/${size}/${viewer}/${until}`).digest("base64url").slice(0, 32);
  const today = () => Math.floor(now().getTime() / DAY_MS);
  return {
    of(key, size, viewerId) {
      const until = String(today() + 2);
      return `/photos/${key}/${size}?viewer=${viewerId}&until=${until}&signature=${sign(key, size, viewerId, until)}`;
    },
    accepts({ key, size, viewer, until, signature }) {
      const given = Buffer.from(signature);
      const right = Buffer.from(sign(key, size, viewer, until));
      return given.length === right.length && timingSafeEqual(given, right) && Number(until) > today();
    },
  };
}
