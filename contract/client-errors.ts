import { ATTACHMENT_COST } from "#contract/limits.ts";
import { formatCrushes } from "#contract/words.ts";

/** Only these messages load with pages, because the browser also shows them by itself. */
export const CLIENT_ERRORS = {
  username_taken: "That username is taken.",
  out_of_crushes: "You're out of crushes! Visit your profile to get more.",
  already_sent: "You've already sent a crush to this person.",
  attachment_too_large: "Image must be less than 5MB",
  attachment_unsupported_type: "Please select a JPEG, PNG or WebP image",
  attachment_out_of_crushes: `You need ${formatCrushes(ATTACHMENT_COST)} to send an image. Please purchase more crushes.`,
} as const;
