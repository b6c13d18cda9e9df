import { useEffect, useState } from "react";
import { thumbHashToDataURL } from "thumbhash";
import { runWhenIdle } from "#web/lib/when-idle.ts";

const CACHE_SIZE = 400;
const decoded = new Map<string, string | undefined>();

/**
 * A tiny PNG in a data URL, cached.
 * @param hash a thumbhash in base64, as in `Photo.blur`
 * @returns undefined for an invalid hash
 */
export function blurUrl(hash: string): string | undefined {
  if (decoded.has(hash)) return decoded.get(hash);
  const url = decode(hash);
  decoded.set(hash, url);
  if (decoded.size > CACHE_SIZE) decoded.delete(decoded.keys().next().value ?? "");
  return url;
}

/**
 * Undefined until the processor is idle, because a slow phone takes 30 ms to decode it.
 * @param hash undefined without a photo
 */
export function useBlur(hash: string | undefined): string | undefined {
  const [, setDecoded] = useState<string>();
  useEffect(() => {
    if (hash === undefined || decoded.has(hash)) return;
    runWhenIdle(() => {
      blurUrl(hash);
      setDecoded(hash);
    });
  }, [hash]);
  return hash === undefined ? undefined : decoded.get(hash);
}

function decode(hash: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(hash), (char) => char.charCodeAt(0));
    // Five bytes are the header; anything shorter would decode to noise.
    return bytes.length > 5 ? thumbHashToDataURL(bytes) : undefined;
  } catch {
    return undefined;
  }
}
