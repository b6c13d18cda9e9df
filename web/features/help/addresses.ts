import { articlePath } from "#web/features/help/article.ts";
import { ARTICLES } from "#web/features/help/articles.ts";

/** Where every article is read, for the build that draws them and for the map of the site. */
export const ARTICLE_PATHS: readonly string[] = ARTICLES.map(({ id }) => articlePath(id));
