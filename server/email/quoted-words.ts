import tlds from "tlds" with { type: "json" };
import { isWebAddress } from "#contract/usernames.ts";

const DOMAINS: ReadonlySet<string> = new Set(tlds);

/** Whether a mail client or a calendar makes a link of a word. */
const isAddress = (word: string): boolean => /:\/\/|@|^mailto:|^tel:/i.test(word) || isWebAddress(word, DOMAINS);

/** What a member has written, without web and mail addresses: in mails and calendars they would be links from us. */
export const withoutAddresses = (words: string): string =>
  words
    .split(/(\s+)/)
    .map((word) => (isAddress(word) ? "(address left out)" : word))
    .join("");

/** Quotes what a member has written, so that it does not read like words of ours. */
export const quoted = (words: string): string => `“${withoutAddresses(words)}”`;
