import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DOMAIN_ORDER, WRITERS } from "#server/testing/domains.ts";
import { endpointNames } from "#server/testing/endpoints.ts";

/** Writes what the code says of each domain into its README. A test fails while one is out of date. */

const LINE = 120;
const START = "<!-- Written by `node scripts/run.cjs scripts/domain-readmes.ts` -->";
const END = "<!-- End -->";

export type Domain = (typeof DOMAIN_ORDER)[number];

/** Its path in the repository. */
export const readmeOf = (domain: Domain): string => `server/domains/${domain}/README.md`;

/** @throws Error if it lacks the lines between which the generated part stands */
export function withGeneratedPart(domain: Domain, readme: string): string {
  const [before, rest] = readme.split(START);
  const [, after] = rest?.split(END) ?? [];
  if (before === undefined || after === undefined) throw new Error(`${readmeOf(domain)} lacks '${START}' or '${END}'`);
  return `${before}${START}\n${describe(domain)}\n${END}${after}`;
}

function describe(domain: Domain): string {
  const at = DOMAIN_ORDER.indexOf(domain);
  const listed = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(", ");
  const earlier = DOMAIN_ORDER.slice(0, at);
  const tables = Object.keys(WRITERS).filter((table) => WRITERS[table] === domain);
  const isLast = at === DOMAIN_ORDER.length - 1;
  const allowed = [
    ...(earlier.length > 0 ? [`from ${earlier.join(", ")} all but their \`repo\`s`] : []),
    ...(isLast ? [] : ["from later domains only queries, statements and policies"]),
  ];
  return [
    `- May import ${allowed.join("; ")}.`,
    `- Tables: ${tables.length > 0 ? listed(tables.toSorted()) : "none"}.`,
    `- Endpoints: ${listed((endpointNames.get(domain) ?? []).toSorted())}.`,
  ]
    .map(wrap)
    .join("\n");
}

function wrap(text: string): string {
  const lines = [""];
  for (const word of text.split(" ")) {
    const line = lines.at(-1) ?? "";
    if (line !== "" && line.length + 1 + word.length > LINE) lines.push(`  ${word}`);
    else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
  }
  return lines.join("\n");
}

if (import.meta.main)
  for (const domain of DOMAIN_ORDER) {
    const path = join(import.meta.dirname, "..", readmeOf(domain));
    writeFileSync(path, withGeneratedPart(domain, readFileSync(path, "utf8")));
  }
