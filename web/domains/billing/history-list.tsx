import { Gift, Heart, Image, RotateCcw, ShoppingBag } from "lucide-react";
import { useEffect, useRef } from "react";
import type { HistoryItem } from "#contract/billing/wallet.ts";
import { formatChange } from "#contract/format.ts";
import { UNOPENED_CRUSH_DAYS } from "#contract/limits.ts";
import css from "#web/domains/billing/history-list.module.css";
import { useHistory } from "#web/domains/billing/wallet.queries.ts";
import { relativeTime } from "#web/lib/relative-time.ts";
import { useNow } from "#web/lib/use-now.ts";
import { useStickyError } from "#web/lib/use-sticky-error.ts";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { InlineError } from "#web/ui/inline-error.tsx";
import { Delayed, Skeleton } from "#web/ui/skeleton.tsx";
import typography from "#web/ui/typography.module.css";

const ICONS = {
  sent: Heart,
  received: Heart,
  purchased: ShoppingBag,
  bonus: Gift,
  refund: RotateCcw,
} as const;

export function HistoryList() {
  const { data: items, isError, refetch, ...pages } = useStickyError(useHistory());
  const { list, show } = useShowMore(items?.length ?? 0, pages.fetchNextPage);
  if (!items) {
    return isError ? (
      <InlineError message="Your history did not load." onRetry={() => void refetch()} />
    ) : (
      <HistorySkeleton />
    );
  }
  if (items.length === 0) return <p className={typography.muted}>Every crush you send or get is listed here.</p>;
  return (
    <div className={css.history}>
      <ul ref={list}>
        {items.map((item) => (
          <HistoryRow key={item._id} item={item} />
        ))}
      </ul>
      {pages.isFetchNextPageError && !pages.isFetchingNextPage ? (
        <InlineError message="The rest did not load." onRetry={show} />
      ) : (
        pages.hasNextPage && (
          <div className={css.more}>
            <Button variant="quiet" wide busy={pages.isFetchingNextPage ? "Loading..." : undefined} onClick={show}>
              Show more
            </Button>
          </div>
        )
      )}
    </div>
  );
}

/** The button may disappear, so the first new entry takes the focus. */
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
        <span className={classNames(typography.strong, typography.cut)}>{formatHistoryLabel(item)}</span>
        <time className={classNames(typography.small, typography.muted, typography.number)} dateTime={item.createdAt}>
          {relativeTime(item.createdAt, now)}
        </time>
        {item.item === UNOPENED && (
          <span className={classNames(typography.small, typography.muted)}>
            Not opened in {UNOPENED_CRUSH_DAYS} days
          </span>
        )}
      </span>
      <span className={classNames(css.change, item.change > 0 && css.plus, item.change === 0 && typography.muted)}>
        {formatChange(item.change)}
      </span>
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

export function formatHistoryLabel({ action, change, recipientName, senderName, item }: HistoryItem): string {
  switch (action) {
    case "sent":
      return `${SENT_LABELS[item ?? ""] ?? "Sent"}${recipientName === null ? "" : ` to ${recipientName}`}`;
    case "received":
      return senderName === null ? "Crush received" : `Crush from ${senderName}`;
    case "purchased":
      return item ?? "Bought";
    case "bonus":
      return BONUS_LABELS[item ?? ""] ?? "Free crushes";
    case "refund":
      return formatRefundLabel(change, item);
  }
}

const SENT_LABELS: Readonly<Record<string, string>> = { crush: "Crush sent", image: "Image sent" };
const BONUS_LABELS: Readonly<Record<string, string>> = { welcome: "Welcome bonus", "full week": "For a full week" };
const UNOPENED = "unopened crush";
const REFUND_LABELS: Readonly<Record<string, string>> = {
  crush: "Crush given back",
  [UNOPENED]: "Crush given back",
  image: "Image given back",
  welcome: "Welcome bonus, once a year",
};

/** A refunded purchase takes credits back; a reversed refund returns them. */
function formatRefundLabel(change: number, item = ""): string {
  const word = REFUND_LABELS[item];
  if (word) return word;
  if (item.endsWith(", withdrawn")) return item;
  return [change < 0 ? "Refund" : "Given back", item].filter(Boolean).join(", ");
}
