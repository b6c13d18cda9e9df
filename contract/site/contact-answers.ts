/** Such as `[name]`: a ready answer that nobody has completed. */
export const hasPlaceholder = (words: string): boolean => /\[[^\]]*\]/.test(words);
