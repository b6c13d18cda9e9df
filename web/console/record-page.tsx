import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import css from "#web/console/record-page.module.css";
import { ApiError, getErrorMessage } from "#web/lib/api.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { InlineError } from "#web/ui/inline-error.tsx";
import { Delayed, Skeleton } from "#web/ui/skeleton.tsx";
import typography from "#web/ui/typography.module.css";

/** A screen to read records: a title, which takes the focus, and what is below it. */
export function RecordPage({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <main className={css.page}>
      <title>{`${title} · Moderation`}</title>
      <div className={css.head}>
        <h1 ref={heading} tabIndex={-1} className={classNames(typography.display, typography.d32)}>
          {title}
        </h1>
        {aside}
      </div>
      {children}
    </main>
  );
}

export const RecordsWaiting = () => (
  <Delayed>
    <Skeleton className={css.waiting} />
    <Skeleton className={css.waiting} />
  </Delayed>
);

/** A refusal says why. Anything else can be tried again. */
export function RecordsError({ title, error, onRetry }: { title: string; error: Error; onRetry: () => void }) {
  if (error instanceof ApiError && [403, 404, 429].includes(error.status))
    return (
      <EmptyState
        title={error.status === 404 ? "Nothing here" : "Not for you now"}
        text={getErrorMessage(error, title)}
        action={<ButtonLink to="/">To the queue</ButtonLink>}
      />
    );
  return <ErrorState title={title} onRetry={onRetry} />;
}

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={css.section}>
      <h2 className={typography.strong}>{title}</h2>
      {children}
    </section>
  );
}

/** Below a list. A filter looks at some records at a time, so that a page can be empty although others follow. */
export function MoreRecords({
  query,
  isEmpty,
}: {
  query: Pick<UseInfiniteQueryResult, "isError" | "hasNextPage" | "isFetchingNextPage" | "fetchNextPage">;
  isEmpty: boolean;
}) {
  const { isError, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  if (isError) return <InlineError message="The rest did not load." onRetry={() => void fetchNextPage()} />;
  if (!hasNextPage) return null;
  return (
    <>
      {isEmpty && <p className={typography.muted}>None among the latest ones.</p>}
      <Button variant="line" busy={isFetchingNextPage ? "Loading…" : undefined} onClick={() => void fetchNextPage()}>
        {isEmpty ? "Look at earlier ones" : "Show more"}
      </Button>
    </>
  );
}

/** The last value that was there: the choices of a filter stay while the next list loads. */
export function useShown<T>(value: T | undefined): T | undefined {
  const [shown, setShown] = useState(value);
  if (value !== undefined && value !== shown) setShown(value);
  return value ?? shown;
}
