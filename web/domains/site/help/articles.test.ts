import { matchRoutes } from "react-router";
import { describe, expect, test } from "vitest";
import { PACKAGES } from "#contract/billing/prices.ts";
import { formatPrice } from "#contract/format.ts";
import { articlePath, CATEGORIES } from "#web/domains/site/help/article.ts";
import {
  ARTICLES,
  findArticle,
  listArticlePaths,
  listArticles,
  listRelatedArticles,
  POPULAR,
} from "#web/domains/site/help/articles.ts";
import { listLinks, listTexts, toPlainText } from "#web/domains/site/help/text.ts";
import { routes } from "#web/router.tsx";

describe("help articles", () => {
  test("have unique ids and are all in the list of paths", () => {
    const ids = ARTICLES.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(listArticlePaths()).toEqual(ids.map(articlePath));
  });

  // @spec 3.help-article
  test("have unique titles and descriptions whose lengths fit lists and search engines", () => {
    expect(new Set(ARTICLES.map(({ title }) => title)).size).toBe(ARTICLES.length);
    expect(new Set(ARTICLES.map(({ description }) => description)).size).toBe(ARTICLES.length);
    for (const { id, title, description } of ARTICLES) {
      expect(title.length, id).toBeLessThanOrEqual(50);
      expect(description.length, id).toBeGreaterThanOrEqual(40);
      expect(description.length, id).toBeLessThanOrEqual(110);
    }
  });

  test.each(CATEGORIES)("contain at least five in $id", ({ id }) => {
    expect(listArticles(id).length).toBeGreaterThanOrEqual(5);
  });

  test("have more than 150 words and a reading time that follows from the word count", () => {
    for (const article of ARTICLES) {
      const wordCount = listTexts(article).flatMap((text) => toPlainText(text).split(/\s+/)).length;
      expect(wordCount, article.id).toBeGreaterThan(150);
      expect(article.readTime, article.id).toBe(Math.ceil(wordCount / 200));
    }
  });

  test("use every kind of block and have no empty block", () => {
    const blocks = ARTICLES.flatMap((article) => article.blocks);
    const kinds = new Set(blocks.map(({ kind }) => kind));
    expect(kinds).toEqual(new Set(["section", "steps", "tips", "safety", "features", "benefits"]));
    for (const article of ARTICLES) {
      expect(article.blocks.length, article.id).toBeGreaterThanOrEqual(3);
      for (const text of listTexts(article)) expect(text.trim(), article.id).toBe(text);
      for (const text of listTexts(article)) expect(text, article.id).not.toMatch(/^$|undefined|\bTODO\b|NaN/);
    }
  });

  test("have unique block names", () => {
    for (const { id, blocks } of ARTICLES) {
      const names = blocks.map((block) => ("title" in block ? block.title : block.kind));
      expect(new Set(names).size, id).toBe(names.length);
    }
  });

  test("link only to existing screens and articles", () => {
    const broken = ARTICLES.flatMap((article) =>
      listLinks(article).flatMap((to) => (isValidLink(to) ? [] : `${article.id}: ${to}`)),
    );
    expect(broken).toEqual([]);
    expect(isValidLink("/help/no-such-article")).toBe(false);
    expect(isValidLink("/no-such-screen")).toBe(false);
    expect(isValidLink("browse")).toBe(false);
  });

  test("relate each article to three others of its category", () => {
    for (const article of ARTICLES) {
      const related = listRelatedArticles(article);
      expect(related).toHaveLength(3);
      expect(related).not.toContain(article);
      expect(new Set(related).size).toBe(3);
      for (const one of related) expect(one.categoryId).toBe(article.categoryId);
    }
  });

  test("name each package with its price", () => {
    const article = findArticle("getting-more-crushes");
    const texts = article ? listTexts(article).join("\n") : "";
    for (const { name, crushes, priceCents } of PACKAGES)
      expect(texts).toContain(`${name}\n${crushes} crushes for ${formatPrice(priceCents)}, which is `);
  });

  test("include all popular ids", () => {
    expect(POPULAR).toHaveLength(3);
  });
});

/** Whether an address matches a route and, for an article's path, an existing article. */
function isValidLink(to: string): boolean {
  if (!to.startsWith("/")) return false;
  const { pathname } = new URL(to, "http://localhost");
  const match = matchRoutes(routes, pathname)?.at(-1);
  if (!match || match.route.path === "*") return false;
  return match.route.path !== "/help/:articleId" || findArticle(match.params["articleId"]) !== undefined;
}
