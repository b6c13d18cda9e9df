import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import type { Category } from "#web/domains/site/help/article.ts";
import { listArticles } from "#web/domains/site/help/articles.ts";
import { SupportBand } from "#web/domains/site/help/support.tsx";
import { ArticleList } from "#web/screens/help/article-list.tsx";
import css from "#web/screens/help/help-center.module.css";
import { Hero } from "#web/screens/help/hero.tsx";
import { Results } from "#web/screens/help/results.tsx";
import { TopicBar, Topics } from "#web/screens/help/topics.tsx";
import { useSearchText } from "#web/screens/help/use-search-text.ts";
import { isSearchable } from "#web/screens/help/word-matching.ts";
import { classNames } from "#web/ui/class-names.ts";
import typography from "#web/ui/typography.module.css";

/** React Router's key of the first location of a visit, before any interaction. */
const INITIAL_KEY = "default";

/**
 * @param category the category to list; undefined for all
 * @param hydrated false while the page is still the prerendered one
 */
export function HelpCenter({ category, hydrated }: { category: Category | undefined; hydrated: boolean }) {
  const { text, setText } = useSearchText(hydrated);
  const isSearching = isSearchable(text);
  const isFiltered = isSearching || category !== undefined;
  const heading = useHeadingFocus(isSearching ? "results" : (category?.id ?? "topics"));
  return (
    <>
      <Hero text={text} onType={setText} isCompact={isFiltered} isPrerendered={!hydrated} />
      <div className={classNames(css.body, isFiltered && css.asked, !hydrated && css.drawn)}>
        {isSearching ? (
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
              <p className={classNames(typography.muted, css.summary)}>{category.summary}.</p>
              <ArticleList articles={listArticles(category.id)} />
            </section>
          </>
        ) : (
          <Topics heading={heading} />
        )}
        {!isSearching && <SupportBand />}
      </div>
    </>
  );
}

/** When the view changes and the control that changed it was unmounted. */
function useHeadingFocus(shown: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key } = useLocation();
  const last = useRef(shown);
  useEffect(() => {
    const changed = last.current !== shown;
    last.current = shown;
    if (!changed || key === INITIAL_KEY || document.activeElement !== document.body) return;
    heading.current?.focus({ preventScroll: true });
  }, [shown, key]);
  return heading;
}
