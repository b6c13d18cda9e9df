export const IMAGE_KEY_COLUMNS = [
  ["photos", "key"],
  ["messages", "attachment_key"],
  ["retained_messages", "attachment_key"],
  ["retained_photos", "key"],
  ["report_images", "key"],
  ["image_checks", "key"],
  ["evidence_images", "key"],
  ["verification_requests", "image_key"],
] as const;
