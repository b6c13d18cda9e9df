import { ArrowLeft, ChevronRight } from "lucide-react";
import { type Article, articlePath, categoryPath, findCategory } from "#web/features/help/article.ts";
import css from "#web/features/help/article-view.module.css";
import { listRelatedArticles } from "#web/features/help/articles.ts";
import { ArticleBlock, RichText } from "#web/features/help/blocks.tsx";
import { SupportLink } from "#web/features/help/support.tsx";
import { WasItHelpful } from "#web/features/help/was-it-helpful.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Link } from "#web/ui/link.tsx";
import typography from "#web/ui/typography.module.css";

export function ArticleView({ article }: { article: Article }) {
  const { id, title, lead, blocks, readTime } = article;
  return (
    <div className={css.page}>
      <article className={css.article}>
        <header>
          <Breadcrumb article={article} />
          <h1 className={classNames(typography.display, css.title)}>{title}</h1>
          <p className={classNames(typography.muted, typography.number, css.time)}>{readTime} min read</p>
        </header>
        <p className={classNames(typography.large, css.lead)}>
          <RichText text={lead} />
        </p>
        {blocks.map((block) => (
          <ArticleBlock key={"title" in block ? block.title : block.kind} block={block} />
        ))}
        <WasItHelpful articleId={id} />
      </article>
      <RelatedArticles article={article} />
    </div>
  );
}

function Breadcrumb({ article: { categoryId } }: { article: Article }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className={classNames(typography.small, css.way)}>
        <li>
          <Link to="/help">
            <ArrowLeft aria-hidden="true" />
            Help
          </Link>
        </li>
        <li>
          <Link to={categoryPath(categoryId)}>{findCategory(categoryId)?.name}</Link>
        </li>
      </ol>
    </nav>
  );
}

function RelatedArticles({ article }: { article: Article }) {
  return (
    <aside className={css.beside} aria-labelledby="related">
      <h2 id="related" className={classNames(typography.display, typography.d20)}>
        Related
      </h2>
      <ul>
        {listRelatedArticles(article).map(({ id, title }) => (
          <li key={id}>
            <Link to={articlePath(id)} className={css.next}>
              {title}
              <ChevronRight aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
      <SupportLink wide />
    </aside>
  );
}
