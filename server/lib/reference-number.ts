import { randomInt } from "node:crypto";

/** Without characters that look like others. */
const ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ";

/**
 * A random number to read out or to type in, such as `R-7K2M9Q`: it does not reveal how many there are.
 * @param prefix one letter for what it numbers
 * @param length characters after the prefix
 */
export const newReferenceNumber = (prefix: string, length: number): string =>
  `${prefix}-${Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join("")}`;
