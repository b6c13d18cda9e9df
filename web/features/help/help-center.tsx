import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import type { Category } from "#web/features/help/article.ts";
import { ArticleList } from "#web/features/help/article-list.tsx";
import { articlesIn } from "#web/features/help/articles.ts";
import css from "#web/features/help/help-center.module.css";
import { Hero } from "#web/features/help/hero.tsx";
import { Results } from "#web/features/help/results.tsx";
import { SupportBand } from "#web/features/help/support.tsx";
import { TopicBar, Topics } from "#web/features/help/topics.tsx";
import { useAsked } from "#web/features/help/use-asked.ts";
import { isQuestion } from "#web/features/help/words.ts";
import { classNames } from "#web/ui/class-names.ts";
import typography from "#web/ui/typography.module.css";

/** The first entry of a visit: nobody has pressed anything yet. */
const FIRST = "default";

/**
 * The help center: a search, six topics, one topic's articles, or what was found.
 * @param category whose articles are shown; undefined for all of them
 * @param hydrated false while the page is as the build drew it
 */
export function HelpCenter({ category, hydrated }: { category: Category | undefined; hydrated: boolean }) {
  const { text, type: write } = useAsked(hydrated);
  const searching = isQuestion(text);
  const asked = searching || category !== undefined;
  const heading = useHeadingFocus(searching ? "results" : (category?.id ?? "topics"));
  return (
    <>
      <Hero text={text} onType={write} short={asked} drawn={!hydrated} />
      <div className={classNames(css.body, asked && css.asked, !hydrated && css.drawn)}>
        {searching ? (
          <Results text={text} />
        ) : category ? (
          <>
            <TopicBar current={category.id} />
            <section aria-labelledby="category">
              <h2
                id="category"
                ref={heading}
                tabIndex={-1}
                className={classNames(typography.display, typography.d32, css.heading)}
              >
                {category.name}
              </h2>
              <p className={classNames(typography.muted, css.about)}>{category.about}.</p>
              <ArticleList articles={articlesIn(category.id)} />
            </section>
          </>
        ) : (
          <Topics heading={heading} />
        )}
        {!searching && <SupportBand />}
      </div>
    </>
  );
}

/** What led to another part of the page may be gone with the part it was in; then its heading takes the focus. */
function useHeadingFocus(shown: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key } = useLocation();
  const last = useRef(shown);
  useEffect(() => {
    const changed = last.current !== shown;
    last.current = shown;
    if (!changed || key === FIRST || document.activeElement !== document.body) return;
    heading.current?.focus({ preventScroll: true });
  }, [shown, key]);
  return heading;
}
