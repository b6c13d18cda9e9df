import { CLIENT_ERRORS } from "#contract/client-errors.ts";
import { ATTACHMENT_COST, PHOTO_BYTES_MAX, PHOTO_TYPES } from "#contract/limits.ts";

/** As far as attachments need it. */
export interface AttachmentCredits {
  /** An active subscription makes attachments free. */
  readonly free: boolean;
  readonly balance: number | undefined;
  readonly canBuy: boolean;
  readonly onSent: (remaining: number) => void;
  /** Called when a request failed, so that the balance is refetched. */
  readonly onSendError: () => void;
}

export const ATTACHMENT_ACCEPT = PHOTO_TYPES.join(",");

/** Undefined if the file can be sent. */
export function validateAttachment({ type, size }: Pick<File, "type" | "size">): string | undefined {
  // Some systems report the nonstandard type image/jpg.
  const normalizedType = type === "image/jpg" ? "image/jpeg" : type;
  if (!PHOTO_TYPES.some((allowed) => allowed === normalizedType)) return CLIENT_ERRORS.attachment_unsupported_type;
  if (size > PHOTO_BYTES_MAX) return CLIENT_ERRORS.attachment_too_large;
  return undefined;
}

/** Whether the balance is known and too low. While it is unknown, the server decides. */
export const lacksCredit = ({ free, balance }: Pick<AttachmentCredits, "free" | "balance">): boolean =>
  !free && balance !== undefined && balance < ATTACHMENT_COST;

const PORTRAIT_WIDTH = 208;
const LANDSCAPE_WIDTH = 260;
/** Limits of width divided by height: images beyond them are cropped in the bubble, and shown whole in the lightbox. */
const ASPECT_MIN = 4 / 5;
const ASPECT_MAX = 16 / 9;

/** The size of an image in its bubble: the width in pixels and the aspect ratio. */
export function getFrame(image: { readonly width: number; readonly height: number } | null) {
  const own = image && image.width > 0 && image.height > 0 ? image.width / image.height : ASPECT_MIN;
  const ratio = Math.min(Math.max(own, ASPECT_MIN), ASPECT_MAX);
  return { width: ratio > 1 ? LANDSCAPE_WIDTH : PORTRAIT_WIDTH, ratio };
}
