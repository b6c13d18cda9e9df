/** Interests that both have, in the other's order. */
export const sharedInterests = (mine: readonly string[], theirs: readonly string[]): string[] =>
  theirs.filter((interest) => mine.includes(interest));
