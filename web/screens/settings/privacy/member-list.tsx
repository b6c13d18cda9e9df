import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { useStickyError } from "#web/lib/use-sticky-error.ts";
import css from "#web/screens/settings/privacy/member-list.module.css";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { InlineError } from "#web/ui/inline-error.tsx";
import { Delayed } from "#web/ui/skeleton.tsx";
import typography from "#web/ui/typography.module.css";

interface Props<T> {
  id: string;
  title: string;
  /** Shown above a list that is not empty. */
  intro?: string;
  /** An empty list is one line, which unfolds to an explanation. */
  empty: { readonly word: "Nobody" | "None" | "None ended"; readonly text: string };
  query: UseInfiniteQueryResult<T[]>;
  row: (item: T) => ReactNode;
  children?: ReactNode;
}

export function MemberList<T>({ id, title, intro, empty, query, row, children }: Props<T>) {
  const { data: items, isError, refetch, ...pages } = useStickyError(query);
  const heading = (
    <h2 id={id} className={classNames(typography.display, typography.d20)}>
      {title}
    </h2>
  );
  return (
    // Takes the focus when the pressed row is removed.
    <section aria-labelledby={id} tabIndex={-1} className={css.list}>
      {items?.length === 0 ? (
        <details className={css.empty}>
          <summary>
            {heading}
            <span className={typography.muted}>{empty.word}</span>
            <ChevronDown aria-hidden="true" />
          </summary>
          <p className={typography.muted}>{empty.text}</p>
        </details>
      ) : (
        heading
      )}
      {!items && isError && <InlineError message="The list did not load." onRetry={() => void refetch()} />}
      {!items && !isError && (
        <Delayed>
          <p className={css.placeholder} aria-hidden="true">
            {empty.word}
          </p>
        </Delayed>
      )}
      {items && items.length > 0 && (
        <>
          {intro && <p className={typography.muted}>{intro}</p>}
          <ul>{items.map(row)}</ul>
        </>
      )}
      {pages.isFetchNextPageError && !pages.isFetchingNextPage ? (
        <InlineError message="The rest did not load." onRetry={() => void pages.fetchNextPage()} />
      ) : (
        pages.hasNextPage && (
          <Button
            variant="quiet"
            busy={pages.isFetchingNextPage ? "Loading..." : undefined}
            onClick={() => void pages.fetchNextPage()}
          >
            Show more
          </Button>
        )
      )}
      {children}
    </section>
  );
}
