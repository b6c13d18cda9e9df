/** Normalizes line breaks and removes control characters, which would be unsafe in a terminal. */
export const plainText = (text: string): string =>
  text.replace(/\r\n?|[\u2028\u2029]/g, "\n").replace(/[^\P{Cc}\n\t]/gu, "");
