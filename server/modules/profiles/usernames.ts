import tlds from "tlds" with { type: "json" };
import unhomoglyph from "unhomoglyph";
import { isReserved, isWebAddress } from "#contract/usernames.ts";
import { AppError } from "#server/errors.ts";
import { site } from "#site";

/** Replaces what looks alike by one of it (UTS 39, skeleton). */
const skeleton = (text: string): string => unhomoglyph(text.normalize("NFD")).normalize("NFD");

/**
 * A name as it looks: of two names with the same, one can be taken for the other, whatever letters they are made of. The
 * case counts while it is made, because a capital 'I' looks like an 'l', and no more after that.
 */
export const usernameSkeleton = (username: string): string =>
  skeleton(username.normalize("NFKC")).toLowerCase().replace(/\s+/g, " ");

/** What stands for another letter beside what looks like it; '0' and '1' are look-alikes. */
const STANDS_FOR: Readonly<Record<string, string>> = { "3": "e", "4": "a", "5": "s", "7": "t", i: "l" };

/** A word as somebody reads it who does not look closely: 'Supp0rt', 'ádmin', 'he1p'. */
const folded = (word: string): string =>
  skeleton(word.toLowerCase())
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replace(/[3457i]/g, (sign) => STANDS_FOR[sign] ?? sign);

const DOMAINS: ReadonlySet<string> = new Set(tlds);
/** A placeholder is nobody's name. */
const OPERATOR = site.operatorName.startsWith("[") ? "" : site.operatorName.replace(/[^\p{L}\p{N}]/gu, "");
const BRANDS = OPERATOR.length > 3 ? [OPERATOR] : [];

/**
 * Refuses names that may be taken for the product's or read as a web address, more closely than the form does.
 * @throws AppError invalid
 */
export function assertNameAllowed(username: string): void {
  const refuse = (message: string) => {
    throw AppError.field("invalid", "username", message);
  };
  if (isReserved(username, folded, BRANDS)) refuse("That name is kept for Spotter itself. Please pick another.");
  if (isWebAddress(username, DOMAINS)) refuse("Username cannot look like a web address");
}
