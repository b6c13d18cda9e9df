import { type Site, site } from "#site";

/** Nothing, `[Name]`, or an address that nobody can have. */
const PLACEHOLDER = /^\s*$|^\[.*\]$|\.example$/;
/** May be empty: then there is no tag, and vulnerabilities are reported to `supportEmail`. */
const OPTIONAL = new Set(["analyticsTag", "securityEmail"]);

/** The names of an operator's details that are still placeholders. */
export const unfilledIn = (details: Site): string[] =>
  Object.entries(details).flatMap(([name, value]) =>
    typeof value === "string" && !OPTIONAL.has(name) && PLACEHOLDER.test(value) ? [name] : [],
  );

/** What is left to fill in of `site.config.ts`, for who runs this for real. Undefined where nothing is. */
export function siteWarning(details: Site = site): string | undefined {
  const names = unfilledIn(details);
  return names.length > 0 ? `site.config.ts has placeholders left, which members read: ${names.join(", ")}` : undefined;
}
