export const REACTIONS = ["💪", "🔥", "😂", "❤️", "👍"] as const;
export type Reaction = (typeof REACTIONS)[number];

/** Code points. */
export const QUOTE_MAX = 120;
