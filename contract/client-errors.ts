/**
 * Messages that the browser also shows by itself, before or without a request. Separate from the other messages, so
 * that pages only load these.
 */
export const CLIENT_ERRORS = {
  username_taken: "That username is taken.",
  out_of_crushes: "You're out of crushes! Visit your profile to get more.",
  already_sent: "You've already sent a crush to this person.",
  attachment_too_large: "Image must be less than 5MB",
  attachment_unsupported_type: "Please select a JPEG, PNG or WebP image",
  attachment_out_of_crushes: "You need 1 crush to send an image. Please purchase more crushes.",
} as const;
