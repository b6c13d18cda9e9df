import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import css from "#web/features/safety/member-list.module.css";
import { useStickyError } from "#web/lib/use-sticky-error.ts";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { InlineError } from "#web/ui/inline-error.tsx";
import { Delayed } from "#web/ui/skeleton.tsx";
import typography from "#web/ui/typography.module.css";

interface Props<T> {
  /** Of the heading. */
  id: string;
  title: string;
  /** Stands over a list that is not empty. */
  intro?: string;
  empty: string;
  query: UseInfiniteQueryResult<T[]>;
  /** One line of the list. */
  row: (item: T) => ReactNode;
  /** What lies over the screen. */
  children?: ReactNode;
}

/** A list of members in the settings, page by page, in all of its states. */
export function MemberList<T>({ id, title, intro, empty, query, row, children }: Props<T>) {
  const { data: items, isError, refetch, ...pages } = useStickyError(query);
  return (
    // The focus comes here when what was pressed goes from the list.
    <section aria-labelledby={id} tabIndex={-1} className={css.list}>
      <h2 id={id} className={classNames(typography.display, typography.d20)}>
        {title}
      </h2>
      {!items && isError && <InlineError what="The list did not load." onRetry={() => void refetch()} />}
      {!items && !isError && (
        <Delayed>
          <p className={css.room} aria-hidden="true">
            {empty}
          </p>
        </Delayed>
      )}
      {items?.length === 0 && <p className={typography.muted}>{empty}</p>}
      {items && items.length > 0 && (
        <>
          {intro && <p className={typography.muted}>{intro}</p>}
          <ul>{items.map(row)}</ul>
        </>
      )}
      {pages.isFetchNextPageError && !pages.isFetchingNextPage ? (
        <InlineError what="The rest did not load." onRetry={() => void pages.fetchNextPage()} />
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
