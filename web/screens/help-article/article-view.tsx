import { ArrowLeft, ChevronRight, ThumbsDown, ThumbsUp } from "lucide-react";
import { useSyncExternalStore } from "react";
import { type Article, articlePath, categoryPath, findCategory } from "#web/domains/site/help/article.ts";
import { listRelatedArticles } from "#web/domains/site/help/articles.ts";
import { SupportLink } from "#web/domains/site/help/support.tsx";
import { createListeners } from "#web/lib/store.ts";
import css from "#web/screens/help-article/article-view.module.css";
import { ArticleBlock, RichText } from "#web/screens/help-article/blocks.tsx";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Link } from "#web/ui/link.tsx";
import typography from "#web/ui/typography.module.css";

const THANKS: Readonly<Record<Answer, string>> = {
  yes: "Thanks. Good to know that it helped.",
  no: "Thanks. Contact Support can tell you more.",
};

const CHOICES = [
  { value: "yes", label: "Yes", Icon: ThumbsUp },
  { value: "no", label: "No", Icon: ThumbsDown },
] as const;

function WasItHelpful({ articleId }: { articleId: string }) {
  const answered = useAnswer(articleId);
  return (
    <section className={css.helpful} aria-labelledby="helpful">
      <div className={css.asked}>
        <h2 id="helpful" className={typography.strong}>
          Was this article helpful?
        </h2>
        <p role="status" className={classNames(typography.small, typography.muted)}>
          {answered && THANKS[answered]}
        </p>
      </div>
      <div className={css.answers}>
        {CHOICES.map(({ value, label, Icon }) => (
          <Button
            key={value}
            variant={answered === value ? "solid" : "line"}
            icon={<Icon />}
            aria-pressed={answered === value}
            onClick={() => answer(articleId, value)}
          >
            {label}
          </Button>
        ))}
      </div>
    </section>
  );
}

type Answer = "yes" | "no";

const listeners = createListeners();
const storageKey = (articleId: string): string => `helpful:${articleId}`;

function read(articleId: string): Answer | undefined {
  const stored = sessionStorage.getItem(storageKey(articleId));
  return stored === "yes" || stored === "no" ? stored : undefined;
}

/** In session storage only: the specification requires that the answer is not sent. */
function answer(articleId: string, value: Answer): void {
  sessionStorage.setItem(storageKey(articleId), value);
  listeners.notify();
}

const useAnswer = (articleId: string): Answer | undefined =>
  useSyncExternalStore(
    listeners.subscribe,
    () => read(articleId),
    () => undefined,
  );

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
