import tlds from "tlds" with { type: "json" };
import unhomoglyph from "unhomoglyph";
import { isReserved, isWebAddress } from "#contract/members/usernames.ts";
import { AppError } from "#server/errors.ts";
import { site } from "#site";

/** Replaces look-alike letters by a common one (UTS 39, skeleton). */
const skeleton = (text: string): string => unhomoglyph(text.normalize("NFD")).normalize("NFD");

/**
 * Two names with the same skeleton can be mistaken for each other. Lower-cased after folding, because a capital 'I'
 * looks like an 'l'.
 */
export const usernameSkeleton = (username: string): string =>
  skeleton(username.normalize("NFKC")).toLowerCase().replace(/\s+/g, " ");

/** Letters that digits and 'i' substitute, in addition to look-alikes. */
const STANDS_FOR: Readonly<Record<string, string>> = { "3": "e", "4": "a", "5": "s", "7": "t", i: "l" };

/** A word as a careless reader sees it: 'Supp0rt', 'ádmin', 'he1p'. */
const folded = (word: string): string =>
  skeleton(word.toLowerCase())
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replace(/[3457i]/g, (sign) => STANDS_FOR[sign] ?? sign);

const DOMAINS: ReadonlySet<string> = new Set(tlds);
const OPERATOR = site.operatorName.replace(/[^\p{L}\p{N}]/gu, "");
const BRANDS = OPERATOR.length > 3 ? [OPERATOR] : [];

/** Official-looking names and web addresses, more strictly than the form does. @throws AppError invalid */
export function assertNameAllowed(username: string): void {
  const refuse = (message: string) => {
    throw AppError.field("invalid", "username", message);
  };
  if (isReserved(username, folded, BRANDS)) refuse("That name is kept for Spotter itself. Please pick another.");
  if (isWebAddress(username, DOMAINS)) refuse("Username cannot look like a web address");
}
