import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
let folder = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "spotter-styles-"));
  const config = JSON.parse(readFileSync(join(root, "biome.json"), "utf8")) as Record<string, unknown>;
  // The temporary folder is not a Git checkout.
  delete config["vcs"];
  writeFileSync(join(folder, "biome.json"), JSON.stringify(config));
  cpSync(join(root, "scripts/lint"), join(folder, "scripts/lint"), { recursive: true });
  mkdirSync(join(folder, "web"));
});
afterAll(() => rmSync(folder, { recursive: true }));

function lintAttribute(attribute: string): string {
  writeFileSync(join(folder, "web/a.tsx"), `export const a = <i ${attribute} />;\n`);
  const { stderr, stdout } = spawnSync(join(root, "node_modules/.bin/biome"), ["lint", "web/a.tsx"], {
    cwd: folder,
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  expect(stdout).toContain("Checked 1 file");
  return stderr;
}

test.each([
  `color="#ff0000"`,
  `color={on ? "rgb(1 2 3)" : "var(--crush)"}`,
  `style={{ color: "#abc" }}`,
  `style={{ borderRadius: 20 }}`,
  `style={{ margin: "4px 0" }}`,
  `style={{ zIndex: 40 }}`,
])("rejects %s", (attribute) => {
  expect(lintAttribute(attribute)).toContain("token of web/ui/tokens.css");
});

test.each([
  `color="var(--crush)"`,
  `color="color-mix(in srgb, var(--on-crush) 40%, transparent)"`,
  `style={{ borderRadius: "50%", width: 20, height: "4px" }}`,
  `style={{ margin: "var(--s1) 0" }}`,
])("accepts %s", (attribute) => {
  expect(lintAttribute(attribute)).not.toContain("web/ui/tokens.css");
});
