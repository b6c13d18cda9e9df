import { own, type Site } from "#site";

/** The details of `site.config.ts` whose default is invented. The other defaults suit most operators. */
const INVENTED = [
  "operatorName",
  "postalAddress",
  "supportEmail",
  "governingState",
  "serverLocation",
  "instagramUrl",
  "tiktokUrl",
  "youtubeUrl",
] as const satisfies readonly (keyof Site)[];

/**
 * Whether it is left out, blank, at a reserved domain, or the page to which unset links lead. A blank URL is a page that the
 * operator does not have.
 */
const isMissing = (name: string, value: string | undefined): boolean =>
  value === undefined ||
  value === "/contact" ||
  /\.example($|\/)/.test(value) ||
  (!name.endsWith("Url") && value.trim() === "");

export const findMissingDetails = (details: Partial<Site>): string[] =>
  INVENTED.filter((name) => isMissing(name, details[name]));

export function siteConfigWarning(details: Partial<Site> = own): string | undefined {
  const names = findMissingDetails(details);
  return names.length > 0
    ? `site.config.ts: members see defaults that were never filled in: ${names.join(", ")}`
    : undefined;
}
