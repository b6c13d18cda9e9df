import { CLIENT_ERRORS } from "#contract/client-errors.ts";
import { ATTACHMENT_COST, PHOTO_BYTES_MAX, PHOTO_TYPES } from "#contract/limits.ts";

/** The sender's wallet, as far as pictures need it. */
export interface AttachmentCredits {
  /** A membership pays. */
  readonly free: boolean;
  /** Undefined until known. */
  readonly balance: number | undefined;
  /** Whether more can be had for money here. */
  readonly canBuy: boolean;
  /** A picture was sent; so many crushes are left. */
  readonly onSent: (remaining: number) => void;
  /** What is left may be otherwise than was thought. */
  readonly onSendError: () => void;
}

/** What an `input` lets one choose. */
export const ATTACHMENT_ACCEPT = PHOTO_TYPES.join(",");

/** Why a file cannot be sent, whoever sends it, or undefined. */
export function validateAttachment({ type, size }: Pick<File, "type" | "size">): string | undefined {
  // Some systems say image/jpg.
  const known = type === "image/jpg" ? "image/jpeg" : type;
  if (!PHOTO_TYPES.some((allowed) => allowed === known)) return CLIENT_ERRORS.attachment_unsupported_type;
  if (size > PHOTO_BYTES_MAX) return CLIENT_ERRORS.attachment_too_large;
  return undefined;
}

/** Whether nothing is there to pay a picture with. What is not known yet the server decides. */
export const lacksCredit = ({ free, balance }: Pick<AttachmentCredits, "free" | "balance">): boolean =>
  !free && balance !== undefined && balance < ATTACHMENT_COST;

const PORTRAIT_WIDTH = 208;
const LANDSCAPE_WIDTH = 260;
/** Width by height: more than this is cut, until it is enlarged. */
const ASPECT_MIN = 4 / 5;
const ASPECT_MAX = 16 / 9;

/** How large a picture is drawn in its bubble: its width in pixels, and width by height. */
export function getFrame(image: { readonly width: number; readonly height: number } | null) {
  const own = image && image.width > 0 && image.height > 0 ? image.width / image.height : ASPECT_MIN;
  const ratio = Math.min(Math.max(own, ASPECT_MIN), ASPECT_MAX);
  return { width: ratio > 1 ? LANDSCAPE_WIDTH : PORTRAIT_WIDTH, ratio };
}
