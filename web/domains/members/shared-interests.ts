export const sharedInterests = (mine: readonly string[], theirs: readonly string[]): string[] =>
  theirs.filter((interest) => mine.includes(interest));
