import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { marked, type Token, type Tokens } from "marked";
import type { Plugin } from "vite";
import { parse, YAMLParseError } from "yaml";
import { type ArticleSource, type Block, CATEGORIES, type Point, type Text } from "#web/domains/site/help/article.ts";
import { PLACEHOLDERS } from "#web/domains/site/help/placeholders.ts";

const ROOT = join(import.meta.dirname, "..");
const FOLDER = "web/domains/site/help/articles";

const FRONT_MATTER = /^---\n([\s\S]*?\n)---\n/;
const FIELDS = ["title", "description", "keywords", "order"];
const PLACEHOLDER = /\{([^{}]*)\}/g;
const LINK_ADDRESS = /\]\(([^)\s]+)\)/g;
const ARTICLE_ADDRESS = /^\/help\/([^/?#]+)/;
/** Remains of incomplete markup. */
const MARKUP = /[[\]{}<>*_`]/;
const SAFETY = "Stay safe";
const TIPS = ["Tip", "Tips", SAFETY];

type Placed = readonly [token: Token, line: number];

export interface ParsedArticle {
  readonly source: ArticleSource;
  readonly order: number;
  readonly file: string;
  readonly links: readonly { readonly to: string; readonly line: number }[];
}

class ArticleError extends Error {
  readonly line: number;

  constructor(line: number, problem: string) {
    super(problem);
    this.line = line;
  }
}

function fail(line: number, problem: string): never {
  throw new ArticleError(line, problem);
}

const countLines = (text: string): number => text.split("\n").length - 1;

/** The parser does not know lines. */
function place<Of extends { readonly raw: string }>(tokens: readonly Of[], firstLine: number): [Of, number][] {
  let line = firstLine;
  return tokens.map((token) => {
    const start = line;
    line += countLines(token.raw);
    return [token, start];
  });
}

function toPlainText(tokens: readonly Token[], line: number): string {
  const texts = tokens.map((token) => {
    if (token.type !== "text") fail(line, `only text and links are possible here, not '${token.raw}'`);
    if (MARKUP.test(token.raw)) fail(line, `'${token.raw.trim()}' has a character of markup`);
    return token.raw;
  });
  return texts.join("").replaceAll(/\s+/g, " ");
}

function toText(tokens: readonly Token[], line: number): Text {
  const texts = tokens.map((token) =>
    token.type === "link" && token.raw.startsWith("[")
      ? `[${toPlainText(token.tokens ?? [], line)}](${token["href"]})`
      : toPlainText([token], line),
  );
  return texts.join("").trim();
}

function readItem({ tokens }: Tokens.ListItem, line: number): readonly Token[] {
  const [paragraph, ...others] = tokens.filter(({ type }) => type !== "checkbox");
  if (!paragraph || others.length > 0) fail(line, "an item is one paragraph");
  return "tokens" in paragraph && paragraph.type !== "list"
    ? (paragraph.tokens ?? [])
    : fail(line, "an item is a text");
}

function readPoint(item: Tokens.ListItem, line: number): Point {
  const [title, ...text] = readItem(item, line);
  if (title?.type !== "strong" || text[0]?.raw.startsWith("\n") !== true)
    fail(line, "an item has a line with its **Title**, and its text on the lines below");
  return { title: toPlainText(title["tokens"] ?? [], line), text: toText(text, line) };
}

function readTips(title: string, items: readonly [Tokens.ListItem, number][], line: number): Block {
  const tips = items.map(([item, at]) => toText(readItem(item, at), at));
  if (title === SAFETY) return { kind: "safety", tips };
  if ((title === "Tip") !== (tips.length === 1)) fail(line, "one tip stands below 'Tip', several stand below 'Tips'");
  return { kind: "tips", tips };
}

function readList(title: string, list: Tokens.List, line: number): Block {
  const items = place(list.items, line);
  if (TIPS.includes(title)) return readTips(title, items, line);
  const points = items.map(([item, at]) => readPoint(item, at));
  if (list.ordered) return { kind: "steps", title, steps: points };
  const isTicked = list.items.every(({ checked }) => checked);
  const [, odd] = items.find(([{ task }]) => task !== isTicked) ?? [];
  if (odd !== undefined) fail(odd, "either all items of a list begin with [x], or none");
  return isTicked ? { kind: "benefits", title, benefits: points } : { kind: "features", title, features: points };
}

/** @param content up to the next heading */
function readBlock({ depth, tokens }: Tokens.Heading, line: number, content: readonly Placed[]): Block {
  if (depth !== 2) fail(line, "a heading begins with ##");
  const title = toPlainText(tokens, line);
  const [[first, firstLine] = fail(line, "there is nothing below this heading"), [, secondLine] = []] = content;
  if (first.type === "list") {
    if (secondLine !== undefined) fail(secondLine, "nothing stands below a list but the next heading");
    return readList(title, first as Tokens.List, firstLine);
  }
  if (TIPS.includes(title)) fail(firstLine, `below '${title}' there is a list`);
  return { kind: "section", title, paragraphs: content.map(readParagraph) };
}

const readParagraph = ([token, line]: Placed): Text =>
  token.type === "paragraph"
    ? toText(token.tokens ?? [], line)
    : fail(line, `articles have no '${token.type}' here: there are paragraphs, and lists directly below a heading`);

function readFrontMatter(yaml: string) {
  let values: Readonly<Record<string, unknown>>;
  try {
    // All scalars are texts.
    values = { ...parse(yaml, { schema: "failsafe", prettyErrors: false }) };
  } catch (error) {
    if (!(error instanceof YAMLParseError)) throw error;
    fail(2 + countLines(yaml.slice(0, error.pos[0])), error.message);
  }
  const unknown = Object.keys(values).find((field) => !FIELDS.includes(field));
  if (unknown !== undefined) fail(1, `the front matter has an unknown field '${unknown}'`);
  const read = (field: string): string => {
    const value = values[field];
    return typeof value === "string" && value !== "" ? value : fail(1, `the front matter has no text '${field}'`);
  };
  const { keywords } = values;
  if (!Array.isArray(keywords) || !keywords.every((word) => typeof word === "string"))
    fail(1, "the keywords are a list such as [photo, picture]");
  const order = Number(read("order"));
  if (!Number.isInteger(order)) fail(1, "the order is a whole number");
  return { title: read("title"), description: read("description"), keywords: keywords as string[], order };
}

const fillIn = (text: string, line: number): string =>
  text.replaceAll(
    PLACEHOLDER,
    (_, name: string) => PLACEHOLDERS.get(name) ?? fail(line, `unknown placeholder {${name}}`),
  );

function parseLines(file: string, markdown: string): ParsedArticle {
  const lines = markdown.split("\n").map((text, i) => fillIn(text, i + 1));
  const [head, yaml] = FRONT_MATTER.exec(lines.join("\n")) ?? [];
  if (head === undefined || yaml === undefined) fail(1, "an article begins with front matter between two lines ---");
  const { order, ...fields } = readFrontMatter(yaml);

  const bodyLine = countLines(head) + 1;
  const tokens = place(marked.lexer(lines.slice(bodyLine - 1).join("\n")), bodyLine);
  const content = tokens.filter(([{ type }]) => type !== "space");
  const headings = content.flatMap(([token, line], i) =>
    token.type === "heading" ? [{ token: token as Tokens.Heading, line, i }] : [],
  );
  const [lead = fail(bodyLine, "an article has a paragraph first"), second] = content.slice(0, headings[0]?.i);
  if (second) fail(second[1], "a heading stands above all but the first paragraph");
  const blocks = headings.map(({ token, line, i }, n) =>
    readBlock(token, line, content.slice(i + 1, headings[n + 1]?.i)),
  );

  const category = CATEGORIES.find(({ id }) => id === basename(dirname(file)));
  if (!category) fail(1, "its folder is no category");
  const links = lines.flatMap((text, i) =>
    [...text.matchAll(LINK_ADDRESS)].map(([, to = ""]) => ({ to, line: i + 1 })),
  );
  const source = { id: basename(file, ".md"), categoryId: category.id, ...fields, lead: readParagraph(lead), blocks };
  return { source, order, file, links };
}

/** Fills in placeholders. @param file its path from the repository's root @throws Error with the file and the line */
export function parseArticle(file: string, markdown: string): ParsedArticle {
  try {
    return parseLines(file, markdown);
  } catch (error) {
    if (!(error instanceof ArticleError)) throw error;
    throw new Error(`${file}:${error.line}: ${error.message}`, { cause: error });
  }
}

/** By category and order. @throws Error with the file if two of a category have the same order */
export function sortArticles(articles: readonly ParsedArticle[]): ParsedArticle[] {
  const sorted = CATEGORIES.flatMap(({ id }) =>
    articles.filter(({ source }) => source.categoryId === id).sort((a, b) => a.order - b.order),
  );
  for (const [i, { source, order, file }] of sorted.entries()) {
    const before = sorted[i - 1];
    if (before?.source.categoryId === source.categoryId && before.order === order)
      throw new Error(`${file}:1: ${before.file} has the same order`);
  }
  return sorted;
}

/** In reading order. @throws Error with the file and the line */
export function readArticles(): ParsedArticle[] {
  const names = readdirSync(join(ROOT, FOLDER), { recursive: true, encoding: "utf8" }).filter(
    (name) => name.endsWith(".md") && name !== "README.md",
  );
  return sortArticles(
    names.map((name) => {
      const file = `${FOLDER}/${name.replaceAll("\\", "/")}`;
      return parseArticle(file, readFileSync(join(ROOT, file), "utf8"));
    }),
  );
}

/**
 * @param screens the paths of all routes
 * @throws Error with files and lines of links that lead to no screen or article
 */
export function assertLinks(articles: readonly ParsedArticle[], screens: readonly string[]): void {
  const ids = new Set(articles.map(({ source }) => source.id));
  const patterns = screens.map((path) => new RegExp(`^${path.replaceAll(/\/:\w+(\??)/g, "(/[^/]+)$1")}$`));
  const isBroken = (to: string): boolean => {
    const articleId = ARTICLE_ADDRESS.exec(to)?.[1];
    if (articleId !== undefined) return !ids.has(articleId);
    const [path = ""] = to.split(/[?#]/);
    return !patterns.some((pattern) => pattern.test(path));
  };
  const broken = articles.flatMap(({ file, links }) =>
    links.filter(({ to }) => isBroken(to)).map(({ to, line }) => `${file}:${line}: ${to} is no screen or article`),
  );
  if (broken.length > 0) throw new Error(broken.join("\n"));
}

const MODULE = "virtual:help-articles";
const RESOLVED = `\0${MODULE}`;

/** Makes the articles a module, so that the browser gets no parser. */
export const helpArticlesPlugin = (): Plugin => ({
  name: "help-articles",
  resolveId: { filter: { id: /^virtual:help-articles$/ }, handler: () => RESOLVED },
  load: {
    filter: { id: /^\0virtual:help-articles$/ },
    handler: () => `export const ARTICLE_SOURCES = ${JSON.stringify(readArticles().map(({ source }) => source))};`,
  },
});
