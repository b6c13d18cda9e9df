import { type Site, site } from "#site";

/** Empty, `[Name]`, or a reserved domain. */
const PLACEHOLDER = /^\s*$|^\[.*\]$|\.example$/;
/** Without a `securityEmail`, vulnerabilities are reported to `supportEmail`. */
const OPTIONAL = new Set(["analyticsTag", "securityEmail"]);

export const findPlaceholders = (details: Site): string[] =>
  Object.entries(details).flatMap(([name, value]) =>
    typeof value === "string" && !OPTIONAL.has(name) && PLACEHOLDER.test(value) ? [name] : [],
  );

/** Undefined if `site.config.ts` is filled in. */
export function siteConfigWarning(details: Site = site): string | undefined {
  const names = findPlaceholders(details);
  return names.length > 0
    ? `site.config.ts still has placeholders, which are shown to members: ${names.join(", ")}`
    : undefined;
}
