/** From which members choose in a report. */
export const REPORT_REASONS = [
  "Fake profile or someone else's photos",
  "Spam or a scam",
  "Harassment or threats",
  "Hate or discrimination",
  "Nudity or sexual content",
  "Seems to be under 18",
  "Someone is in danger",
  "Something else",
] as const;

export type ReportReason = (typeof REPORT_REASONS)[number];
