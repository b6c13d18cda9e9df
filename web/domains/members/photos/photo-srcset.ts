import { PHOTO_WIDTHS } from "#contract/limits.ts";

export interface ImageUrls {
  readonly url: string;
  readonly mediumUrl: string;
  readonly thumbnailUrl: string;
  /** In pixels, of the full size. */
  readonly width: number;
}

/** The largest size has its own width. */
export function getSrcSet({ url, mediumUrl, thumbnailUrl, width }: ImageUrls): string {
  const smaller = [
    [thumbnailUrl, PHOTO_WIDTHS.thumb],
    [mediumUrl, PHOTO_WIDTHS.medium],
  ] as const;
  const candidates = smaller.filter(([, px]) => width > px).map(([address, px]) => `${address} ${px}w`);
  return [...candidates, `${url} ${width}w`].join(", ");
}
