import { randomInt } from "node:crypto";

/** Crockford's base 32: digits and letters that are not mistaken for each other. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const LENGTH = 8;

/** A random number to read out or to type in, such as `N-7K2M9QXA`. @param prefix one letter for what it numbers */
export const newReferenceNumber = (prefix: string): string =>
  `${prefix}-${Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("")}`;
