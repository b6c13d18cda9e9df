import { randomInt } from "node:crypto";

/** Without characters that look like others. */
const ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ";

/**
 * Random, so that it does not reveal how many there are.
 * @param prefix one letter
 * @param length characters after the prefix
 */
export const newReferenceNumber = (prefix: string, length: number): string =>
  `${prefix}-${Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join("")}`;
