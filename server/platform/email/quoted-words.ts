import tlds from "tlds" with { type: "json" };
import { isWebAddress } from "#contract/members/usernames.ts";

const DOMAINS: ReadonlySet<string> = new Set(tlds);

/** Characters that browsers read as the dot of a domain, or that look like it. */
const DOTS = /[\u2024\u3002\uff0e\uff61]/g;
const IP_ADDRESS = /(?<!\d)\d{1,3}(?:\.\d{1,3}){3}(?!\d)/;

function isAddress(word: string): boolean {
  const dotted = word.replaceAll(DOTS, ".");
  return /:\/\/|@|^mailto:|^tel:/i.test(word) || IP_ADDRESS.test(dotted) || isWebAddress(dotted, DOMAINS);
}

/** A web or mail address in a member's words would be a link from us. */
export const withoutAddresses = (words: string): string =>
  words
    .split(/(\s+)/)
    .map((word) => (isAddress(word) ? "(address left out)" : word))
    .join("");

/** Quotes what a member has written, so that it does not read like words of ours. Its own quotes would end ours. */
export const quoted = (words: string): string => `“${withoutAddresses(words).replaceAll(/["“”„‟]/g, "'")}”`;
