import { ERRORS } from "#contract/errors.ts";
import { IMAGE_COST, PHOTO_BYTES_MAX, PHOTO_TYPES } from "#contract/limits.ts";

/** The sender's wallet, as far as pictures need it. */
export interface ImagePurse {
  /** A membership pays. */
  readonly free: boolean;
  /** Undefined until known. */
  readonly balance: number | undefined;
  /** A picture was sent; so many crushes are left. */
  readonly onSent: (remaining: number) => void;
  /** What is left may be otherwise than was thought. */
  readonly onUnsure: () => void;
}

/** What an `input` lets one choose. */
export const IMAGE_ACCEPT = PHOTO_TYPES.join(",");

/** Why a file cannot be sent, or undefined. What is not known yet the server decides. */
export function imageRefusal(
  { type, size }: Pick<File, "type" | "size">,
  { free, balance }: Pick<ImagePurse, "free" | "balance">,
): string | undefined {
  // Some systems say image/jpg.
  const known = type === "image/jpg" ? "image/jpeg" : type;
  if (!PHOTO_TYPES.some((allowed) => allowed === known)) return ERRORS.image_wrong_type;
  if (size > PHOTO_BYTES_MAX) return ERRORS.image_too_large;
  if (!free && balance !== undefined && balance < IMAGE_COST) return ERRORS.image_no_crushes;
  return undefined;
}
