import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** Each promise in a text names the code that keeps it, or the test that proves it. */

const ROOT = join(import.meta.dirname, "..");
const FOLDER = join(ROOT, "scripts/statements");
const texts = new Map<string, string>();
function read(path: string): string {
  const text = texts.get(path) ?? (existsSync(join(ROOT, path)) ? readFileSync(join(ROOT, path), "utf8") : "");
  texts.set(path, text);
  return text;
}
const inOneLine = (text: string): string => text.replace(/\s+/g, " ");

interface Statement {
  readonly source: string;
  readonly words: string;
  readonly file: string;
  /** Or a text to look for in the code. */
  readonly name: string;
}

const statements: readonly Statement[] = readdirSync(FOLDER).flatMap((page) =>
  readFileSync(join(FOLDER, page), "utf8")
    .split(/^## /m)
    .slice(1)
    .flatMap((section) => {
      const [source = "", ...lines] = section.split("\n");
      const rows = lines.flatMap((line) => [...line.matchAll(/^\| (.+?) \| (\S+) › (.+) \|$/g)]);
      return rows.map(([, words = "", file = "", name = ""]) => ({ source: source.trim(), words, file, name }));
    }),
);

test("every row of the tables is read", () => {
  const rows = readdirSync(FOLDER)
    .flatMap((page) => readFileSync(join(FOLDER, page), "utf8").split("\n"))
    .filter((line) => line.startsWith("|") && !/^\|(-| words )/.test(line) && !line.startsWith("|---"));
  expect(rows.length).toBeGreaterThan(100);
  expect(statements).toHaveLength(rows.length);
});

test("the words of each statement are in their text", () => {
  const lines = new Map([...new Set(statements.map(({ source }) => source))].map((at) => [at, inOneLine(read(at))]));
  const missing = statements.filter(({ source, words }) => lines.get(source)?.includes(words) !== true);
  expect(missing.map(({ source, words }) => `${source}: ${words}`)).toEqual([]);
});

test("what keeps each statement exists", () => {
  const missing = statements.filter(({ file, name }) => !read(file).includes(name));
  expect(missing.map(({ file, name }) => `${file} › ${name}`)).toEqual([]);
});
