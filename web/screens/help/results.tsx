import { useDeferredValue, useEffect, useState } from "react";
import { counted } from "#contract/words.ts";
import { articlePath } from "#web/domains/site/help/article.ts";
import { POPULAR } from "#web/domains/site/help/articles.ts";
import { SupportBand } from "#web/domains/site/help/support.tsx";
import { HitList } from "#web/screens/help/article-list.tsx";
import css from "#web/screens/help/help-center.module.css";
import { useSearch } from "#web/screens/help/use-search.ts";
import { classNames } from "#web/ui/class-names.ts";
import { InlineError } from "#web/ui/inline-error.tsx";
import { Link } from "#web/ui/link.tsx";
import { Delayed, Skeleton } from "#web/ui/skeleton.tsx";
import typography from "#web/ui/typography.module.css";

/** Milliseconds without a keystroke before the number of results is announced. */
const PAUSE_MS = 600;

export function Results({ text }: { text: string }) {
  const { search, failed } = useSearch();
  const deferredText = useDeferredValue(text);
  const hits = search?.(deferredText);
  const count = hits && formatCount(hits.length);
  return (
    <>
      <section aria-labelledby="results">
        <h2 id="results" className={classNames(typography.display, typography.d24, typography.number, css.heading)}>
          {count ?? "Search"}
        </h2>
        <CountAnnouncer text={count} />
        {hits ? (
          hits.length > 0 ? (
            <HitList hits={hits} />
          ) : (
            <NoResults text={deferredText.trim()} />
          )
        ) : failed ? (
          // The query is in the URL, so it survives the reload.
          <InlineError message="The search did not load." onRetry={() => location.reload()} />
        ) : (
          <ResultsSkeleton />
        )}
      </section>
      {/* Rendered after the results: they would push it down. */}
      {(hits ?? failed) && <SupportBand />}
    </>
  );
}

const formatCount = (count: number): string =>
  count === 0 ? "No articles found" : `${counted(count, "article", "articles")} found`;

/** Announces the number of results once it is stable. */
function CountAnnouncer({ text = "" }: { text: string | undefined }) {
  const [announced, setAnnounced] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <p role="status" className={typography.hidden}>
      {announced}
    </p>
  );
}

const NoResults = ({ text }: { text: string }) => (
  <div className={css.nothing}>
    <p className={typography.muted}>
      Nothing here fits ‘{text}’. Try fewer or other words, such as ‘photo’ or ‘password’, or one of these:
    </p>
    <ul>
      {POPULAR.map(({ id, title }) => (
        <li key={id}>
          <Link to={articlePath(id)}>{title}</Link>
        </li>
      ))}
    </ul>
  </div>
);

const ResultsSkeleton = () => (
  <Delayed>
    <div className={css.waiting}>
      {[0, 1, 2].map((row) => (
        <Skeleton key={row} style={{ height: 76 }} />
      ))}
    </div>
  </Delayed>
);
