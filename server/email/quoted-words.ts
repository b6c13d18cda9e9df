import tlds from "tlds" with { type: "json" };
import { isWebAddress } from "#contract/usernames.ts";

const DOMAINS: ReadonlySet<string> = new Set(tlds);

/** Characters that browsers read as the dot of a domain, or that look like it. */
const DOTS = /[\u2024\u3002\uff0e\uff61]/g;
const IP_ADDRESS = /(?<!\d)\d{1,3}(?:\.\d{1,3}){3}(?!\d)/;

/** Whether a mail client or a calendar makes a link of a word. */
function isAddress(word: string): boolean {
  const dotted = word.replaceAll(DOTS, ".");
  return /:\/\/|@|^mailto:|^tel:/i.test(word) || IP_ADDRESS.test(dotted) || isWebAddress(dotted, DOMAINS);
}

/** What a member has written, without web and mail addresses: in mails and calendars they would be links from us. */
export const withoutAddresses = (words: string): string =>
  words
    .split(/(\s+)/)
    .map((word) => (isAddress(word) ? "(address left out)" : word))
    .join("");

/** Quotes what a member has written, so that it does not read like words of ours. Its own quotes would end ours. */
export const quoted = (words: string): string => `“${withoutAddresses(words).replaceAll(/["“”„‟]/g, "'")}”`;
