import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

const FORBIDDEN_IMPORTS = [
  ["contract/a.ts", `export { fastify as a } from "fastify";`],
  ["contract/b.ts", `import * as z from "zod"; export const b = z.string();`],
  ["contract/c.ts", `export { c } from "#server/platform/lib/ids.ts";`],
  ["web/domains/a.ts", `export { a } from "#server/platform/lib/ids.ts";`],
  ["web/lib/b.ts", `export const b = () => import("#server/domains/members/members.service.ts");`],
  ["web/ui/c.ts", `export { c } from "#web/domains/members/photos/avatar.tsx";`],
  ["web/domains/c.ts", `export { Link as c } from "react-router";`],
  ["web/lib/d.ts", `export { readFileSync as d } from "node:fs";`],
  ["server/domains/a/a.service.ts", `export { a } from "#web/lib/api.ts";`],
  ["server/domains/b/b.service.ts", `import pg from "pg"; export const b = pg;`],
  ["server/domains/c/c.service.ts", `export { sql as c } from "kysely";`],
  ["server/domains/d/d.repo.ts", `export { d } from "../e/e.repo.ts";`],
  ["server/domains/e/e.service.ts", `export { makeApp as e } from "#server/app.ts";`],
] as const;

const OWN_FORMATS = [
  ["contract/d.ts", `export const a = (n: number) => new Intl.NumberFormat("en-US").format(n);`],
  ["server/domains/f/f.policy.ts", `export const a = (at: Date) => at.toLocaleDateString("en-US");`],
  ["web/domains/e.ts", `export const a = (at: Date) => at.toLocaleTimeString();`],
  ["web/lib/e.ts", `export const a = (n: number) => n.toLocaleString("en-US");`],
  ["web/lib/f.ts", `export const b = (one: string, other: string) => one.localeCompare(other, "en");`],
  ["web/ui/e.ts", `export const a = (names: string[]) => new Intl.ListFormat("en").format(names);`],
] as const;

const ALLOWED = [
  [
    "contract/allowed.ts",
    `import * as z from "zod/mini"; import { id } from "#contract/schemas.ts"; export const a = z.array(id);`,
  ],
  ["web/domains/allowed.ts", `export { call as a } from "#web/lib/api.ts";`],
  ["server/domains/a/a.repo.ts", `export { sql as a } from "kysely";`],
  ["server/domains/a/a.statements.ts", `export { sql as a } from "kysely";`],
  ["contract/format.ts", `export const a = (n: number) => new Intl.NumberFormat("en-US").format(n);`],
  ["web/domains/options.ts", `export const b = (options: Intl.DateTimeFormatOptions) => options.month;`],
] as const;

let folder = "";
/** A line per finding: `path:line:column: message [rule]`. */
let findings: readonly string[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "spotter-restrictions-"));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  copyFileSync(join(root, ".oxlintrc.json"), join(folder, ".oxlintrc.json"));
  for (const [path, code] of [...FORBIDDEN_IMPORTS, ...OWN_FORMATS, ...ALLOWED]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), code);
  }
  const args = ["--format", "unix", "contract", "web", "server"];
  const { stdout } = spawnSync(join(root, "node_modules/.bin/oxlint"), args, { cwd: folder, encoding: "utf8" });
  findings = stdout.split("\n");
});
afterAll(() => rmSync(folder, { recursive: true }));

const rulesBroken = (path: string): string =>
  findings.filter((line) => line.startsWith(`${path}:`) && line.includes("no-restricted-")).join("\n");

test.each(FORBIDDEN_IMPORTS)("rejects a forbidden import: %s: %s", (path) => {
  expect(rulesBroken(path)).toContain("no-restricted-imports");
});

test.each(OWN_FORMATS)("rejects a format outside of contract/format.ts: %s: %s", (path) => {
  expect(rulesBroken(path)).toMatch(/no-restricted-(globals|properties)/);
});

test.each(ALLOWED)("accepts allowed imports and formats: %s: %s", (path) => {
  expect(rulesBroken(path)).toBe("");
});
