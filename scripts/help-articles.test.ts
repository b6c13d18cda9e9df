import { describe, expect, test } from "vitest";
import { RETENTION_DAYS } from "#contract/limits.ts";
import { assertLinks, parseArticle, sortArticles } from "./help-articles.ts";

const FILE = "web/domains/site/help/articles/safety/block-someone.md";
const ARTICLE = `---
title: Block someone
description: They are gone at once, and never learn of it.
keywords: [block, 18, "yes: no"]
order: 20
---
For {RETENTION_DAYS} days
you see [a list](/settings/privacy).

## What it does
First paragraph.

Second
paragraph, with [two](/help/report-someone) [links](/).

## Blocking
1. **Open the menu**
   It has three dots,
   at the [top](/browse).
2. **Block**
   Done.

## What is gone
- **Their profile**
  For both.

## What stays
- [x] **Your credits**
  All of them.

## Tip
- Only one,
  on two lines.

## Stay safe
- One.
- Two.
`;
const LINES = ARTICLE.split("\n");

/** @param line counted from 1 */
const replaceLine = (line: number, text: string): string => LINES.with(line - 1, text).join("\n");

describe("a help article", () => {
  test("is read with every kind of block", () => {
    const { source, order, links } = parseArticle(FILE, ARTICLE);
    expect(order).toBe(20);
    expect(source).toEqual({
      id: "block-someone",
      categoryId: "safety",
      title: "Block someone",
      description: "They are gone at once, and never learn of it.",
      keywords: ["block", "18", "yes: no"],
      lead: `For ${RETENTION_DAYS} days you see [a list](/settings/privacy).`,
      blocks: [
        {
          kind: "section",
          title: "What it does",
          paragraphs: ["First paragraph.", "Second paragraph, with [two](/help/report-someone) [links](/)."],
        },
        {
          kind: "steps",
          title: "Blocking",
          steps: [
            { title: "Open the menu", text: "It has three dots, at the [top](/browse)." },
            { title: "Block", text: "Done." },
          ],
        },
        { kind: "features", title: "What is gone", features: [{ title: "Their profile", text: "For both." }] },
        { kind: "benefits", title: "What stays", benefits: [{ title: "Your credits", text: "All of them." }] },
        { kind: "tips", tips: ["Only one, on two lines."] },
        { kind: "safety", tips: ["One.", "Two."] },
      ],
    });
    expect(links).toEqual([
      { to: "/settings/privacy", line: 8 },
      { to: "/help/report-someone", line: 14 },
      { to: "/", line: 14 },
      { to: "/browse", line: 19 },
    ]);
  });

  test.for([
    [1, "title: Block someone", "an article begins with front matter"],
    [2, "title: [Block", "Flow sequence", 3],
    [2, "titel: Block someone", "the front matter has an unknown field 'titel'", 1],
    [2, "", "the front matter has no text 'title'", 1],
    [4, "keywords: block", "the keywords are a list", 1],
    [5, "order: first", "the order is a whole number", 1],
    [7, "For {RETENTION_DAY} days", "unknown placeholder {RETENTION_DAY}"],
    [7, "For {RETENTION_DAYS days", "has a character of markup"],
    [7, "# For", "an article has a paragraph first"],
    [9, "\nSecond paragraph.\n", "a heading stands above all but the first paragraph", 10],
    [10, "### What it does", "a heading begins with ##"],
    [11, "> First paragraph.", "articles have no 'blockquote' here"],
    [11, "| First |\n|---|\n| paragraph |", "articles have no 'table' here"],
    [11, "<b>First</b> paragraph.", "only text and links are possible here, not '<b>'"],
    [11, "**First** paragraph.", "only text and links are possible here, not '**First**'"],
    [11, "**First paragraph.", "has a character of markup"],
    [11, "![First](/paragraph.png)", "only text and links are possible here"],
    [11, "See www.example.com.", "only text and links are possible here, not 'www.example.com'"],
    [11, "See [Browse] (/browse).", "has a character of markup"],
    [16, "## Blocking\n\n## And more", "there is nothing below this heading"],
    [20, "2. Block", "an item has a line with its **Title**"],
    [21, "   1. Done.", "an item is one paragraph", 20],
    [22, "\nDone.", "nothing stands below a list but the next heading", 23],
    [28, "- **Ticked not**\n  Yes.\n- [x] **Ticked**", "either all items of a list begin with [x], or none", 30],
    [31, "## Tips", "one tip stands below 'Tip', several stand below 'Tips'", 32],
    [36, "One.\n", "below 'Stay safe' there is a list"],
  ] as const)("fails with file and line, if line %i is '%s'", ([line, text, problem, reported = line]) => {
    const parse = () => parseArticle(FILE, replaceLine(line, text));
    expect(parse).toThrow(problem);
    expect(parse).toThrow(`${FILE}:${reported}: `);
  });

  test("fails in a folder that is no category", () => {
    expect(() => parseArticle("web/domains/site/help/articles/news/block-someone.md", ARTICLE)).toThrow(
      "news/block-someone.md:1: its folder is no category",
    );
  });
});

test("articles are sorted by category and order, which no two share", () => {
  const parse = (file: string, order: number) =>
    parseArticle(`web/domains/site/help/articles/${file}`, replaceLine(5, `order: ${order}`));
  const files = [parse("safety/c.md", 5), parse("profile/b.md", 20), parse("profile/a.md", 10)];
  expect(sortArticles(files).map(({ source }) => source.id)).toEqual(["a", "b", "c"]);
  expect(() => sortArticles([...files, parse("profile/d.md", 20)])).toThrow(
    "profile/d.md:1: web/domains/site/help/articles/profile/b.md has the same order",
  );
});

test("links that lead to no screen or article are named with file and line", () => {
  const screens = ["/", "/browse", "/settings/:tab?", "/help/:articleId"];
  const linkTo = (address: string) => [parseArticle(FILE, replaceLine(19, `   at the [top](${address}).`))];
  const others = [parseArticle(FILE.replace("block", "report"), ARTICLE)];
  assertLinks([...linkTo("/browse?sort=new#top"), ...others], screens);
  for (const broken of ["/browser", "browse", "https://example.com/browse", "/help/nobody"])
    expect(() => assertLinks([...linkTo(broken), ...others], screens)).toThrow(
      `${FILE}:19: ${broken} is no screen or article`,
    );
});
