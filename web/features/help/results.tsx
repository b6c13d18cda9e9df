import { useDeferredValue, useEffect, useState } from "react";
import { Link } from "react-router";
import { articlePath } from "#web/features/help/article.ts";
import { HitList } from "#web/features/help/article-list.tsx";
import { POPULAR } from "#web/features/help/articles.ts";
import css from "#web/features/help/help-center.module.css";
import { SupportBand } from "#web/features/help/support.tsx";
import { useSearch } from "#web/features/help/use-search.ts";
import { classNames } from "#web/ui/class-names.ts";
import { InlineError } from "#web/ui/inline-error.tsx";
import { Delayed, Skeleton } from "#web/ui/skeleton.tsx";
import typography from "#web/ui/typography.module.css";

/** Milliseconds without a keystroke after which the number of results is read out. */
const PAUSE_MS = 600;

/** Articles for what is typed. */
export function Results({ text }: { text: string }) {
  const { search, failed } = useSearch();
  const asked = useDeferredValue(text);
  const hits = search?.(asked);
  const count = hits && countWords(hits.length);
  return (
    <>
      <section aria-labelledby="results">
        <h2 id="results" className={classNames(typography.display, typography.d24, typography.number, css.heading)}>
          {count ?? "Search"}
        </h2>
        <Spoken words={count} />
        {hits ? (
          hits.length > 0 ? (
            <HitList hits={hits} />
          ) : (
            <Nothing text={asked.trim()} />
          )
        ) : failed ? (
          // The question is in the address, so it is still there then.
          <InlineError what="The search did not load." onRetry={() => location.reload()} />
        ) : (
          <Waiting />
        )}
      </section>
      {/* Not before the answer: that would push it down. */}
      {(hits ?? failed) && <SupportBand />}
    </>
  );
}

const countWords = (count: number): string =>
  count === 0 ? "No articles found" : count === 1 ? "1 article found" : `${count} articles found`;

/** Says a number once it stays. */
function Spoken({ words = "" }: { words: string | undefined }) {
  const [said, setSaid] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSaid(words), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [words]);
  return (
    <p role="status" className={typography.hidden}>
      {said}
    </p>
  );
}

/** Nothing fits: what else to try. The way to support stands right below. */
const Nothing = ({ text }: { text: string }) => (
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

const Waiting = () => (
  <Delayed>
    <div className={css.waiting}>
      {[0, 1, 2].map((row) => (
        <Skeleton key={row} style={{ height: 76 }} />
      ))}
    </div>
  </Delayed>
);
