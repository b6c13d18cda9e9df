import { ARTICLE_SOURCES } from "virtual:help-articles";
import { type Article, articlePath, type CategoryId } from "#web/domains/site/help/article.ts";
import { estimateReadTime } from "#web/domains/site/help/text.ts";

/** All articles by category, in reading order. */
export const ARTICLES: readonly Article[] = ARTICLE_SOURCES.map((source) => ({
  ...source,
  readTime: estimateReadTime(source),
}));

export const findArticle = (id: string | undefined): Article | undefined => ARTICLES.find((one) => one.id === id);

export const listArticles = (categoryId: CategoryId): readonly Article[] =>
  ARTICLES.filter((one) => one.categoryId === categoryId);

const RELATED_MAX = 3;

/** Lists the next articles of the same category, continuing at its start. */
export function listRelatedArticles({ id, categoryId }: Article): readonly Article[] {
  const siblings = listArticles(categoryId);
  const index = siblings.findIndex((one) => one.id === id);
  return [...siblings.slice(index + 1), ...siblings.slice(0, index)].slice(0, RELATED_MAX);
}

/** The most frequent questions. */
const POPULAR_IDS = ["how-crushes-work", "report-someone", "unlimited-membership"];
export const POPULAR: readonly Article[] = POPULAR_IDS.flatMap((id) => findArticle(id) ?? []);

/**
 * The paths for prerendering and the sitemap. A function, so that tree shaking removes it from the browser's bundle.
 */
export const listArticlePaths = (): readonly string[] => ARTICLES.map(({ id }) => articlePath(id));
