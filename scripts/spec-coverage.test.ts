import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const PAGE = "docs/spec-coverage.md";

/** A line of the specification and what proves it. */
interface Row {
  readonly line: string;
  readonly proof: string;
}

/** The first argument of `test`, `describe` and their kin, tables of `each` and `for` skipped. */
const TITLES =
  /^[ \t]*(?:test|describe)(?:\.describe|\.(?:each|for)\b[\s\S]*?\))?\(\s*(["'`])((?:\\.|(?!\1)[^\\])*)\1,/gm;
/** A file and a test in it, as the page names them. */
const NAMED = /`([\w./-]+) › ([^`]+)`/g;
/** What stands in a proof's place where there is none. */
const MISSING = /not built yet|no test yet/;

/** The titles of a file's tests, as they stand in the source; undefined where there is no such file. */
function titlesIn(file: string): Set<string> | undefined {
  const path = join(ROOT, file);
  if (!existsSync(path)) return undefined;
  return new Set([...readFileSync(path, "utf8").matchAll(TITLES)].map(([, , title = ""]) => title.replace(/\\/g, "")));
}

/** All rows of all tables, without their headings. */
function rowsOf(page: string): Row[] {
  const cells = page
    .split("\n")
    .filter((line, i, lines) => line.startsWith("| ") && !lines[i + 1]?.startsWith("|---"))
    .map((line) => line.slice(2, -2).split(" | "));
  return cells.map(([line = "", ...proof]) => ({ line, proof: proof.join(" | ") }));
}

/** What is wrong with the page: rows without a proof, files and tests that do not exist. */
function flawsOf(page: string): string[] {
  return rowsOf(page).flatMap(({ line, proof }) => {
    const named = [...proof.matchAll(NAMED)];
    if (named.length === 0 && !MISSING.test(proof)) return [`${line}: nothing proves it`];
    return named.flatMap(([, file = "", title = ""]) => {
      const titles = titlesIn(file);
      if (!titles) return [`${line}: there is no ${file}`];
      return titles.has(title) ? [] : [`${line}: ${file} has no test '${title}'`];
    });
  });
}

test("every proof that the page names is there", () => {
  const page = readFileSync(join(ROOT, PAGE), "utf8");
  expect(rowsOf(page).length).toBeGreaterThan(100);
  expect(flawsOf(page)).toEqual([]);
});

test("a proof that is not there is found", () => {
  const row = (proof: string) => flawsOf(`| a line | ${proof} |`);
  expect(row("`scripts/spec-coverage.test.ts › a proof that is not there is found`")).toEqual([]);
  expect(row("not built yet")).toEqual([]);
  expect(row("no test yet")).toEqual([]);
  expect(row("surely")).toEqual(["a line: nothing proves it"]);
  expect(row("`scripts/none.test.ts › it works`")).toEqual(["a line: there is no scripts/none.test.ts"]);
  expect(row("`scripts/spec-coverage.test.ts › it works`")).toEqual([
    "a line: scripts/spec-coverage.test.ts has no test 'it works'",
  ]);
});
