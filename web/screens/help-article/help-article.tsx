import { useParams } from "react-router";
import { findArticle } from "#web/domains/site/help/articles.ts";
import { ArticleView } from "#web/screens/help-article/article-view.tsx";
import { Rack } from "#web/ui/brand/rack.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import css from "#web/ui/dead-end.module.css";
import { PageMeta } from "#web/ui/page-meta.tsx";
import typography from "#web/ui/typography.module.css";

export function Component() {
  const article = findArticle(useParams()["articleId"]);
  if (!article) return <ArticleNotFound />;
  return (
    <>
      <PageMeta title={`${article.title} · Help`} description={article.description} />
      <ArticleView key={article.id} article={article} />
    </>
  );
}

const ArticleNotFound = () => (
  <section className={css.page}>
    <title>Article not found · Help · Spotter</title>
    <Rack className={css.art} />
    <h1 className={classNames(typography.display, typography.d40)}>No such article.</h1>
    <p className={typography.muted}>
      It was moved, or was never here. The search in the help center finds the one you need.
    </p>
    <div className={css.actions}>
      <ButtonLink size="lg" to="/help">
        Go to Help
      </ButtonLink>
    </div>
  </section>
);
