import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { GUIDE, type GuideSection } from "#web/console/guide/guide.ts";

/** Writes `docs/moderating.md` from what the console shows. */

export const GUIDE_FILE = join(import.meta.dirname, "../docs/moderating.md");

const LINE = 120;

/** @param first before the first line @param rest before the others */
function wrap(text: string, first = "", rest = " ".repeat(first.length)): string {
  const lines = [first];
  for (const word of text.split(" ")) {
    const line = lines.at(-1) ?? "";
    const isBegun = line.trim() !== "" && line !== first;
    if (isBegun && line.length + 1 + word.length > LINE) lines.push(rest + word);
    else lines[lines.length - 1] = isBegun ? `${line} ${word}` : line + word;
  }
  return lines.join("\n");
}

const describe = ({ title, text, steps = [], entries = [] }: GuideSection): string =>
  [
    `## ${title}`,
    ...(text === undefined ? [] : [wrap(text), ""]),
    ...steps.map((step, i) => wrap(step, `${i + 1}. `)),
    ...entries.map(({ name, texts: [one = "", ...others] }) =>
      [wrap(`**${name}**: ${one}`, "- "), ...others.map((other) => wrap(other, "  - "))].join("\n"),
    ),
  ].join("\n");

export const writeGuide = (): string =>
  [
    "# Moderating",
    "<!-- Written by `node scripts/run.cjs scripts/moderating-guide.ts` from what the console shows under Guide. -->",
    wrap(
      "For people who decide cases in the console. What the operator does beside it is in [A day of moderation](operating/moderation.md).",
    ),
    ...GUIDE.map((section) => `\n${describe(section)}`),
    "",
  ].join("\n");

if (import.meta.main) writeFileSync(GUIDE_FILE, writeGuide());
