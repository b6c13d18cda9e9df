declare module "virtual:help-articles" {
  /** The Markdown files of `articles/`, which `scripts/help-articles.ts` reads at build time. */
  export const ARTICLE_SOURCES: readonly import("#web/domains/site/help/article.ts").ArticleSource[];
}
