import { createHmac, timingSafeEqual } from "node:crypto";
import { DAY_MS } from "#contract/durations.ts";
import type { PhotoSize } from "#server/platform/adapters/photo-store.ts";

/** Relative to the root, one per size. */
export type PhotoUrls = Readonly<Record<PhotoSize, string>>;

/**
 * Signed URLs of images. An `<img>` sends no token, so the URL itself proves that this viewer was shown this image,
 * until it expires.
 */
export interface SignedPhotoUrls {
  /** The URLs of an image, good for this viewer until the day after tomorrow. */
  of(key: string, viewerId: string): PhotoUrls;
  accepts(address: { key: string; viewer: string; until: string; signature: string }): boolean;
}

/** Signatures that are kept for the day, some 200 bytes each: lists show the same images again. */
const KEPT_MAX = 20_000;

/**
 * Signs with HMAC-SHA-256, once for all sizes. Ends are whole UTC days, so that an address stays the same for a day and
 * caches work.
 */
export function createSignedPhotoUrls(secret: Buffer, now: () => Date): SignedPhotoUrls {
  const sign = (key: string, viewer: string, until: string) =>
    createHmac("sha256", secret).update(`${key}/${viewer}/${until}`).digest("base64url").slice(0, 32);
  const today = () => Math.floor(now().getTime() / DAY_MS);
  const kept = new Map<string, string>();
  let keptOn = 0;

  function signToday(key: string, viewer: string, day: number): string {
    if (day !== keptOn || kept.size >= KEPT_MAX) kept.clear();
    keptOn = day;
    const name = key + viewer;
    const known = kept.get(name);
    if (known !== undefined) return known;
    const signature = sign(key, viewer, String(day + 2));
    kept.set(name, signature);
    return signature;
  }

  return {
    of(key, viewerId) {
      const day = today();
      const query = `?viewer=${viewerId}&until=${day + 2}&signature=${signToday(key, viewerId, day)}`;
      const urlOf = (size: PhotoSize) => `/photos/${key}/${size}${query}`;
      return { full: urlOf("full"), medium: urlOf("medium"), thumb: urlOf("thumb") };
    },
    accepts({ key, viewer, until, signature }) {
      const given = Buffer.from(signature);
      const right = Buffer.from(sign(key, viewer, until));
      return given.length === right.length && timingSafeEqual(given, right) && Number(until) > today();
    },
  };
}
