import { randomInt } from "node:crypto";

/** Letters for a username of its own: as many digits could be a phone number. */
export const randomLetters = (length: number): string =>
  Array.from({ length }, () => String.fromCharCode(97 + randomInt(26))).join("");
