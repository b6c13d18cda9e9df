import { matchRoutes } from "react-router";
import { describe, expect, test } from "vitest";
import { articlePath, CATEGORIES } from "#web/features/help/article.ts";
import { ARTICLES, articleOf, articlesIn, listArticlePaths, POPULAR, relatedTo } from "#web/features/help/articles.ts";
import { linksIn, plain, textsOf } from "#web/features/help/text.ts";
import { routes } from "#web/router.tsx";

describe("the articles of the help center", () => {
  test("have addresses of their own, and are all on the list of pages", () => {
    const ids = ARTICLES.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(listArticlePaths()).toEqual(ids.map(articlePath));
  });

  // @spec 3.help-article
  test("have titles and descriptions of their own, of a length that fits a list and a search engine", () => {
    expect(new Set(ARTICLES.map(({ title }) => title)).size).toBe(ARTICLES.length);
    expect(new Set(ARTICLES.map(({ description }) => description)).size).toBe(ARTICLES.length);
    for (const { id, title, description } of ARTICLES) {
      expect(title.length, id).toBeLessThanOrEqual(50);
      expect(description.length, id).toBeGreaterThanOrEqual(40);
      expect(description.length, id).toBeLessThanOrEqual(110);
    }
  });

  test.each(CATEGORIES)("are at least five in $id", ({ id }) => {
    expect(articlesIn(id).length).toBeGreaterThanOrEqual(5);
  });

  test("are written in full, and their reading time is that of their words", () => {
    for (const article of ARTICLES) {
      const words = textsOf(article).flatMap((text) => plain(text).split(/\s+/)).length;
      expect(words, article.id).toBeGreaterThan(150);
      expect(article.readTime, article.id).toBe(Math.ceil(words / 200));
    }
  });

  test("use every kind of block, and no block is empty", () => {
    const blocks = ARTICLES.flatMap((article) => article.blocks);
    const kinds = new Set(blocks.map(({ kind }) => kind));
    expect(kinds).toEqual(new Set(["section", "steps", "tips", "safety", "features", "benefits"]));
    for (const article of ARTICLES) {
      expect(article.blocks.length, article.id).toBeGreaterThanOrEqual(3);
      for (const text of textsOf(article)) expect(text.trim(), article.id).toBe(text);
      for (const text of textsOf(article)) expect(text, article.id).not.toMatch(/^$|undefined|\bTODO\b|NaN/);
    }
  });

  test("name parts by which they can be told apart", () => {
    for (const { id, blocks } of ARTICLES) {
      const names = blocks.map((block) => ("title" in block ? block.title : block.kind));
      expect(new Set(names).size, id).toBe(names.length);
    }
  });

  test("lead only to screens and articles that are there", () => {
    const lost = ARTICLES.flatMap((article) =>
      linksIn(article).flatMap((to) => (leadsSomewhere(to) ? [] : `${article.id}: ${to}`)),
    );
    expect(lost).toEqual([]);
    expect(leadsSomewhere("/help/no-such-article")).toBe(false);
    expect(leadsSomewhere("/no-such-screen")).toBe(false);
    expect(leadsSomewhere("browse")).toBe(false);
  });

  test("lead to three others of their category, never to themselves", () => {
    for (const article of ARTICLES) {
      const related = relatedTo(article);
      expect(related).toHaveLength(3);
      expect(related).not.toContain(article);
      expect(new Set(related).size).toBe(3);
      for (const one of related) expect(one.categoryId).toBe(article.categoryId);
    }
  });

  test("that are popular are there", () => {
    expect(POPULAR).toHaveLength(4);
  });
});

/** Whether an address leads to a screen of the app, and where it is an article's to one that is written. */
function leadsSomewhere(to: string): boolean {
  if (!to.startsWith("/")) return false;
  const { pathname } = new URL(to, "http://localhost");
  const match = matchRoutes(routes, pathname)?.at(-1);
  if (!match || match.route.path === "*") return false;
  return match.route.path !== "/help/:articleId" || articleOf(match.params["articleId"]) !== undefined;
}
