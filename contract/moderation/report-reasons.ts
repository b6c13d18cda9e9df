/** The reasons and subjects that members choose from when they write to the operators. */

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

export const CONTACT_SUBJECTS = [
  "General Inquiry",
  "Technical Support",
  "Account Issue",
  "Safety Concern",
  "Feature Request",
  "Bug Report",
  "Other",
] as const;
