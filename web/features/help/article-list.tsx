import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { type Article, articlePath, categoryOf } from "#web/features/help/article.ts";
import css from "#web/features/help/article-list.module.css";
import type { Hit } from "#web/features/help/search-index.ts";
import { runsOf } from "#web/features/help/words.ts";
import { classNames } from "#web/ui/class-names.ts";
import typography from "#web/ui/typography.module.css";

/** Articles to choose from, each with what it is about. */
export const ArticleList = ({ articles }: { articles: readonly Article[] }) => (
  <ul className={css.list}>
    {articles.map((article) => (
      <Row key={article.id} article={article} title={article.title} text={article.description} />
    ))}
  </ul>
);

/** Articles that were found, with what was searched for marked in them. */
export const HitList = ({ hits }: { hits: readonly Hit[] }) => (
  <ul className={css.list}>
    {hits.map(({ article, found, passage }) => (
      <Row
        key={article.id}
        article={article}
        title={<Marked text={article.title} found={found} />}
        text={<Marked text={passage ?? article.description} found={found} />}
        aside={`${categoryOf(article.categoryId)?.name}, `}
      />
    ))}
  </ul>
);

interface RowProps {
  article: Article;
  title: ReactNode;
  text: ReactNode;
  aside?: string;
}

/** The title is the link, and the whole row leads there. */
const Row = ({ article: { id, readTime }, title, text, aside }: RowProps) => (
  <li className={css.row}>
    <div className={css.words}>
      <h3 className={typography.strong}>
        <Link to={articlePath(id)} className={css.whole}>
          {title}
        </Link>
      </h3>
      <p className={typography.muted}>{text}</p>
      <p className={classNames(typography.small, typography.muted, typography.number)}>
        {aside}
        {readTime} min read
      </p>
    </div>
    <ChevronRight aria-hidden="true" />
  </li>
);

const Marked = ({ text, found }: { text: string; found: ReadonlySet<string> }) =>
  runsOf(text, found).map(({ text: run, hit }, place) =>
    hit ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a run has no other name than its place.
      <mark key={place} className={css.hit}>
        {run}
      </mark>
    ) : (
      run
    ),
  );
