import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { type Article, articlePath, findCategory } from "#web/domains/site/help/article.ts";
import css from "#web/screens/help/article-list.module.css";
import type { SearchHit } from "#web/screens/help/search-index.ts";
import { splitMatches } from "#web/screens/help/word-matching.ts";
import { classNames } from "#web/ui/class-names.ts";
import { Link } from "#web/ui/link.tsx";
import typography from "#web/ui/typography.module.css";

export const ArticleList = ({ articles }: { articles: readonly Article[] }) => (
  <ul className={css.list}>
    {articles.map((article) => (
      <Row key={article.id} article={article} title={article.title} text={article.description} />
    ))}
  </ul>
);

/** Search results, with the matched words highlighted. */
export const HitList = ({ hits }: { hits: readonly SearchHit[] }) => (
  <ul className={css.list}>
    {hits.map(({ article, found, passage }) => (
      <Row
        key={article.id}
        article={article}
        title={<Marked text={article.title} found={found} />}
        text={<Marked text={passage ?? article.description} found={found} />}
        aside={`${findCategory(article.categoryId)?.name}, `}
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

/** A row; the whole row is clickable through the title's link. */
const Row = ({ article: { id, readTime }, title, text, aside }: RowProps) => (
  <li className={css.row}>
    <div className={css.textBlock}>
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
  splitMatches(text, found).map(({ text: part, hit }, index) =>
    hit ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a part is identified only by its index.
      <mark key={index} className={css.hit}>
        {part}
      </mark>
    ) : (
      part
    ),
  );
