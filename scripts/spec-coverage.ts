import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { SPEC } from "./spec-lines.ts";

/** Prints for each line of the specification the tests that name it in a `@spec` comment. */

const ROOT = join(import.meta.dirname, "..");
const FOLDERS = ["contract", "demo", "e2e", "scripts", "server", "web"];

/** One or more `@spec` comments, and the title of the test or `describe` below them. Skips the tables of `each`. */
const TAGGED =
  /((?:^[ \t]*\/\/ @spec [^\n]*\n)+)(?:^[ \t]*\/\/[^\n]*\n)*^[ \t]*(?:test|describe)(?:\.describe|\.(?:each|for)\b[\s\S]*?\))?\(\s*(["'`])((?:\\.|(?!\2)[^\\])*)\2,/gm;

export interface TaggedTest {
  readonly file: string;
  readonly title: string;
  readonly ids: readonly string[];
}

export function findTags(file: string, source: string): TaggedTest[] {
  return [...source.matchAll(TAGGED)].map(([, comments = "", , title = ""]) => ({
    file,
    title: title.replace(/\\/g, ""),
    ids: comments.split(/\s+/).filter((word) => /^\d\./.test(word)),
  }));
}

/** The count detects a `@spec` comment without a test below it. */
export function readTests(): { tests: TaggedTest[]; mentions: number } {
  const tests: TaggedTest[] = [];
  let mentions = 0;
  for (const folder of FOLDERS)
    for (const name of readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).toSorted()) {
      if (!/\.(test|spec)\.tsx?$/.test(name) || name.includes("node_modules")) continue;
      const file = `${folder}/${name.replaceAll("\\", "/")}`;
      const source = readFileSync(join(ROOT, file), "utf8");
      mentions += [...source.matchAll(/^[ \t]*\/\/ @spec ([^\n]*)/gm)].flatMap(([, ids = ""]) => ids.split(" ")).length;
      tests.push(...findTags(file, source));
    }
  return { tests, mentions };
}

/** In Markdown. */
function render(tests: readonly TaggedTest[]): string {
  const testsById = Map.groupBy(
    tests.flatMap((test) => test.ids.map((id) => ({ id, ...test }))),
    ({ id }) => id,
  );
  const sections = SPEC.map(({ number, title, groups }) => {
    const lists = groups.map((group) => {
      const items = group.lines.flatMap(({ id, text }) => [
        `- \`${id}\`: ${text}`,
        ...(testsById.get(id) ?? []).map(({ file, title }) => `  - ${file} › ${title}`),
      ]);
      return `${group.title ? `### ${group.title}\n\n` : ""}${items.join("\n")}\n`;
    });
    return `## ${number}. ${title}\n\n${lists.join("\n")}`;
  });
  return sections.join("\n");
}

if (import.meta.main) process.stdout.write(render(readTests().tests));
