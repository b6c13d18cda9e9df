/** From which people choose in the contact form. */
export const CONTACT_SUBJECTS = [
  "General Inquiry",
  "Technical Support",
  "Account Issue",
  "Safety Concern",
  "Feature Request",
  "Bug Report",
  "Other",
] as const;
