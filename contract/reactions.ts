/** The reactions to a message, in the order of the menu. */
export const REACTIONS = ["💪", "🔥", "😂", "❤️", "👍"] as const;
export type Reaction = (typeof REACTIONS)[number];

/** Code points of the original message that a reply quotes. */
export const QUOTE_MAX = 120;
