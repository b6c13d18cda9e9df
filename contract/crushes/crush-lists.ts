/** `unmessaged`: matches without a message. The others are the lists of My Crushes. */
export const CRUSH_LISTS = ["received", "sent", "matches", "active", "unmessaged"] as const;
export type CrushList = (typeof CRUSH_LISTS)[number];
