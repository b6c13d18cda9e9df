import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { useWallet, walletQuery } from "#web/domains/billing/wallet.queries.ts";
import {
  crushCountsQuery,
  crushListQuery,
  useCrushCounts,
  useCrushList,
} from "#web/domains/crushes/crushes.queries.ts";
import { usePass } from "#web/domains/discovery/use-pass.ts";
import { InfiniteScrollSentinel } from "#web/lib/infinite-scroll-sentinel.tsx";
import { queryClient } from "#web/lib/query.ts";
import { useStickyError } from "#web/lib/use-sticky-error.ts";
import { CrushList, CrushListSkeleton, EmptyList, useSeenTracking } from "#web/screens/crushes/crush-list.tsx";
import { type CrushTabId, CrushTabs, parseCrushTab } from "#web/screens/crushes/crush-tabs.tsx";
import css from "#web/screens/crushes/crushes.module.css";
import { ErrorState } from "#web/ui/error-state.tsx";
import { InlineError } from "#web/ui/inline-error.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";

/** Requests the data before the first rendering. */
export const preload = () => [
  queryClient.prefetchInfiniteQuery(crushListQuery("received")),
  queryClient.prefetchQuery(crushCountsQuery),
  queryClient.prefetchQuery(walletQuery),
];

/** The chosen list is in the query parameter `tab`. */
export function Component() {
  const { data: counts } = useCrushCounts();
  const [search, setSearch] = useSearchParams();
  const tab = parseCrushTab(search.get("tab"));
  useSeenTracking();
  return (
    <div className={css.page}>
      <title>My Crushes · Spotter</title>
      <PageHeader title="My Crushes" />
      <CrushTabs
        counts={counts}
        chosen={tab}
        onChoose={(next) => setSearch(next === "received" ? {} : { tab: next }, { preventScrollReset: true })}
      >
        <List key={tab} tab={tab} />
      </CrushTabs>
    </div>
  );
}

function List({ tab }: { tab: CrushTabId }) {
  const list = useStickyError(useCrushList(tab));
  const counts = useCrushCounts();
  const wallet = useWallet();
  const pass = usePass();
  const { data: members, isError, refetch } = list;
  if (!members && isError)
    return (
      <ErrorState quiet className={css.failure} title="Your crushes did not load." onRetry={() => void refetch()} />
    );
  // The buttons show the cost of a crush, so they wait for the wallet.
  if (!members || wallet.isPending) return <CrushListSkeleton tab={tab} />;
  if (members.length > 0) {
    return (
      <>
        <CrushList members={members} tab={tab} onPass={pass} />
        <NextPage list={list}>
          <CrushListSkeleton tab={tab} isMore />
        </NextPage>
      </>
    );
  }
  if (counts.isPending) return <CrushListSkeleton tab={tab} />;
  return <EmptyList tab={tab} hasMatches={(counts.data?.matches ?? 0) > 0} />;
}

/** Loads the next page of a list when its end comes near. @param children while it loads */
function NextPage({
  list,
  children,
}: {
  list: ReturnType<typeof useStickyError<ReturnType<typeof useCrushList>>>;
  children: ReactNode;
}) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, dataUpdatedAt } = list;
  if (isFetchingNextPage) return <div className={css.more}>{children}</div>;
  if (isFetchNextPageError)
    return (
      <div className={css.more}>
        <InlineError message="The rest did not load." onRetry={() => void fetchNextPage()} />
      </div>
    );
  return hasNextPage && <InfiniteScrollSentinel key={dataUpdatedAt} onNear={() => void fetchNextPage()} />;
}
