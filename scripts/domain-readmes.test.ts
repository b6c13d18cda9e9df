import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { DOMAIN_ORDER } from "#server/testing/domains.ts";
import { readmeOf, withGeneratedPart } from "./domain-readmes.ts";

const ROOT = join(import.meta.dirname, "..");
const COMMAND = "run `node scripts/run.cjs scripts/domain-readmes.ts`";

const readmes = DOMAIN_ORDER.map((domain) => ({
  domain,
  text: readFileSync(join(ROOT, readmeOf(domain)), "utf8"),
}));

/** A path in a README is relative to the domain, to all domains or to the repository. */
function findFile(domain: string, path: string): string | undefined {
  return [`server/domains/${domain}`, "server/domains", "."]
    .map((folder) => join(ROOT, folder, path))
    .find((file) => existsSync(file));
}

test.each(readmes)(
  "of $domain has at most 40 lines, and its order, tables and endpoints are those of the code",
  ({ domain, text }) => {
    expect(text.split("\n").length - 1).toBeLessThanOrEqual(40);
    expect(withGeneratedPart(domain, text), COMMAND).toBe(text);
  },
);

test.each(readmes)("of $domain names files and functions that exist", ({ domain, text }) => {
  const places = [...text.matchAll(/((?:`\w+`(?:, )?)+ in )?`([\w./*-]+(?:\.tsx?|\/))`/g)];
  expect(places.length).toBeGreaterThan(3);
  const missing = places.flatMap(([, names = "", path = ""]) => {
    if (path.includes("*")) return [];
    const file = findFile(domain, path);
    if (file === undefined) return [path];
    const source = names === "" ? "" : readFileSync(file, "utf8");
    return [...names.matchAll(/`(\w+)`/g)].flatMap(([, name = ""]) =>
      new RegExp(`^export (?:async )?(?:function|const) ${name}\\b`, "m").test(source) ? [] : [`${name} in ${path}`],
    );
  });
  expect(missing).toEqual([]);
});

test("the architecture page lists the domains in their order", () => {
  const page = readFileSync(join(ROOT, "docs/architecture.md"), "utf8");
  expect([...page.matchAll(/^\| \[([\w-]+)\]\(/gm)].map(([, domain]) => domain)).toEqual([...DOMAIN_ORDER]);
  expect(page.trim().split(/\s+/).length).toBeLessThanOrEqual(2000);
});
