import { Gift, Heart, Image, RotateCcw, ShoppingBag } from "lucide-react";
import { useEffect, useRef } from "react";
import type { HistoryItem } from "#contract/wallet.ts";
import { formatHistoryLabel } from "#web/features/wallet/history-label.ts";
import css from "#web/features/wallet/history-list.module.css";
import { useHistory } from "#web/features/wallet/wallet.queries.ts";
import { change } from "#web/lib/count.ts";
import { relativeTime, useNow } from "#web/lib/relative-time.ts";
import { useStanding } from "#web/lib/standing.ts";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Delayed, Skeleton } from "#web/ui/skeleton.tsx";
import { TryAgain } from "#web/ui/try-again.tsx";
import type from "#web/ui/type.module.css";

const ICONS = { sent: Heart, received: Heart, purchased: ShoppingBag, bonus: Gift, refund: RotateCcw } as const;

/** What came and went, newest first, a page at a time. */
export function HistoryList() {
  const { data: items, isError, refetch, ...pages } = useStanding(useHistory());
  const { list, show } = useShowMore(items?.length ?? 0, pages.fetchNextPage);
  if (!items) {
    return isError ? (
      <TryAgain what="Your history did not load." onRetry={() => void refetch()} />
    ) : (
      <HistorySkeleton />
    );
  }
  if (items.length === 0) return <p className={type.muted}>Every crush you send or get is listed here.</p>;
  return (
    <div className={css.history}>
      <ul ref={list}>
        {items.map((item) => (
          <HistoryRow key={item._id} item={item} />
        ))}
      </ul>
      {pages.isFetchNextPageError && !pages.isFetchingNextPage ? (
        <TryAgain what="The rest did not load." onRetry={show} />
      ) : (
        pages.hasNextPage && (
          <div className={css.more}>
            <Button look="quiet" wide busy={pages.isFetchingNextPage ? "Loading..." : undefined} onClick={show}>
              Show more
            </Button>
          </div>
        )
      )}
    </div>
  );
}

/** Asks for the next page and leads the focus to its first line: the button one has pressed may be gone with it. */
function useShowMore(count: number, fetchNextPage: () => Promise<unknown>) {
  const list = useRef<HTMLUListElement>(null);
  const shown = useRef<number>(undefined);
  useEffect(() => {
    if (shown.current === undefined || count <= shown.current) return;
    const first = list.current?.children[shown.current];
    shown.current = undefined;
    if (first instanceof HTMLElement) first.focus({ preventScroll: true });
  }, [count]);
  const show = () => {
    shown.current = count;
    void fetchNextPage();
  };
  return { list, show };
}

function HistoryRow({ item }: { item: HistoryItem }) {
  const now = useNow();
  const Icon = item.item === "image" ? Image : ICONS[item.action];
  return (
    <li className={css.item} tabIndex={-1}>
      <span className={classNames(css.icon, item.action === "received" && css.got)}>
        <Icon aria-hidden="true" />
      </span>
      <span className={css.what}>
        <span className={classNames(type.strong, type.cut)}>{formatHistoryLabel(item)}</span>
        <time className={classNames(type.small, type.muted, type.number)} dateTime={item.createdAt}>
          {relativeTime(item.createdAt, now)}
        </time>
      </span>
      {/* What cost nothing and brought nothing says nothing of it. */}
      {item.change !== 0 && (
        <span className={classNames(css.change, item.change > 0 && css.plus)}>{change(item.change)}</span>
      )}
    </li>
  );
}

function HistorySkeleton() {
  return (
    <Delayed>
      <ul>
        {[0, 1, 2, 3, 4].map((i) => (
          <li key={i} className={css.item}>
            <Skeleton className={css.icon} />
            <Skeleton style={{ width: 160, height: 20 }} />
          </li>
        ))}
      </ul>
    </Delayed>
  );
}
