import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const page = readFileSync(join(ROOT, "docs/duties.md"), "utf8");

/** The duties, which are the third-level headings, each with the tests that are named below it. */
const duties = page
  .split(/^### /m)
  .slice(1)
  .map((section) => ({
    title: section.split("\n")[0] ?? "",
    tests: [...section.matchAll(/^- (\S+\.(?:test|spec)\.ts) › (.+)$/gm)].map(([, file = "", title = ""]) => ({
      file,
      title,
    })),
  }));

test("every duty names a test", () => {
  expect(duties.length).toBeGreaterThan(10);
  expect(duties.filter(({ tests }) => tests.length === 0).map(({ title }) => title)).toEqual([]);
});

test("every test of a duty exists under its title", () => {
  const missing = duties
    .flatMap(({ tests }) => tests)
    .filter(({ file, title }) => {
      const path = join(ROOT, file);
      return !existsSync(path) || !readFileSync(path, "utf8").includes(`"${title}"`);
    });
  expect(missing).toEqual([]);
});
