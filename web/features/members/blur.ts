import { thumbHashToDataURL } from "thumbhash";

const KEPT = 400;
const decoded = new Map<string, string | undefined>();

/**
 * The picture that a thumbhash stands for, as a tiny PNG in a data URL. Each hash is decoded once; the oldest are dropped.
 * @param hash base64, as in `Photo.blur`
 * @returns undefined for text that is no thumbhash
 */
export function blurUrl(hash: string): string | undefined {
  if (decoded.has(hash)) return decoded.get(hash);
  const url = decode(hash);
  decoded.set(hash, url);
  if (decoded.size > KEPT) decoded.delete(decoded.keys().next().value ?? "");
  return url;
}

function decode(hash: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(hash), (char) => char.charCodeAt(0));
    // Five bytes of header come first; less would decode to noise.
    return bytes.length > 5 ? thumbHashToDataURL(bytes) : undefined;
  } catch {
    return undefined;
  }
}
