import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const pages = new Map(
  globSync(["*.md", "docs/**/*.md", "deploy/*.md", "server/domains/*/README.md"], { cwd: ROOT }).map((path) => [
    path,
    readFileSync(join(ROOT, path), "utf8"),
  ]),
);
const pagesIn = (folder: string) => [...pages].filter(([path]) => dirname(path) === folder);
const countWords = (text: string): number => text.trim().split(/\s+/).length;
const withoutCode = (text: string): string => text.replace(/^ *```[\s\S]*?^ *```/gm, "");

/** As GitHub makes it. */
const anchorOf = (heading: string): string =>
  heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(" ", "-");
const anchorsOf = (text: string): string[] =>
  [...withoutCode(text).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => anchorOf(heading));

test("lines have at most 120 characters, except tables and the tests of duties", () => {
  expect(pages.size).toBeGreaterThan(100);
  // The files for deployment have lines of cron and of logs.
  const prose = [...pages].filter(([path]) => !path.startsWith("deploy/"));
  const long = prose.flatMap(([path, text]) =>
    text
      .split("\n")
      .flatMap((line, at) => (line.length > 120 && !/^\s*\||^- \S+ › /.test(line) ? [`${path}:${at + 1}`] : [])),
  );
  expect(long).toEqual([]);
});

test("links lead to files and headings that exist", () => {
  const broken = [...pages].flatMap(([path, text]) =>
    [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)|^\[[^\]]+\]: (\S+)$/gm)].flatMap(([, inline, reference]) => {
      const link = inline ?? reference ?? "";
      if (/^([a-z]+:|\/)/.test(link)) return [];
      const [file = "", anchor] = link.split("#");
      const target = file ? normalize(join(dirname(path), file)) : path;
      const isThere = existsSync(join(ROOT, target));
      return isThere && (!anchor || anchorsOf(pages.get(target) ?? "").includes(anchor)) ? [] : [`${path}: ${link}`];
    }),
  );
  expect(broken).toEqual([]);
});

test("paths of the repository exist", () => {
  const missing = [...pages].flatMap(([path, text]) =>
    [...text.matchAll(/`((?:bench|contract|demo|deploy|docs|e2e|scripts|server|web)\/[\w./@-]*\w)\/?`/g)].flatMap(
      ([, place = ""]) => (existsSync(join(ROOT, place)) ? [] : [`${path}: ${place}`]),
    ),
  );
  expect(missing).toEqual([]);
});

describe("decisions", () => {
  const index = pages.get("docs/decisions/README.md") ?? "";
  const inOneLine = index.replace(/\s+/g, " ");
  const decisions = pagesIn("docs/decisions").filter(([path]) => !path.endsWith("README.md"));

  test("have context, decision, consequences and alternatives in at most 250 words", () => {
    const HEADINGS = ["Context", "Decision", "Consequences", "Alternatives considered"];
    for (const [path, text] of decisions) {
      expect(
        text.split("\n").flatMap((line) => (line.startsWith("## ") ? [line.slice(3)] : [])),
        path,
      ).toEqual(HEADINGS);
      expect(countWords(text), path).toBeLessThanOrEqual(250);
    }
  });

  test("are in the index by their titles, and each number that is missing is named", () => {
    const numbers = decisions.map(([path, text]) => {
      const name = path.slice("docs/decisions/".length);
      expect(inOneLine).toContain(`- [${name.slice(0, 3)}](${name}) ${text.slice(2, text.indexOf("\n"))} `);
      return Number(name.slice(0, 3));
    });
    const [, gaps = ""] = /^Numbers without a page: ([\s\S]*?)\n\n/m.exec(index) ?? [];
    const named = [...gaps.replace(/\([^)]*\)/g, "").matchAll(/\d{3}/g)].map(Number);
    expect([...numbers, ...named].sort((a, b) => a - b)).toEqual(
      Array.from({ length: Math.max(...numbers) }, (_, at) => at + 1),
    );
  });
});

test("a guide, and a page for operators, has at most 1,200 words", () => {
  const tasks = [...pagesIn("docs/guides"), ...pagesIn("docs/operating")];
  expect(tasks.length).toBeGreaterThan(30);
  for (const [path, text] of tasks) expect(countWords(text), path).toBeLessThanOrEqual(1200);
});
