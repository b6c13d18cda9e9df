import { useSearchParams } from "react-router";
import { useWallet, walletQuery } from "#web/domains/billing/wallet.queries.ts";
import { crushListsQuery, useCrushLists } from "#web/domains/crushes/crushes.queries.ts";
import { usePass } from "#web/domains/discovery/use-pass.ts";
import { queryClient } from "#web/lib/query.ts";
import { useStickyError } from "#web/lib/use-sticky-error.ts";
import { CrushList, CrushListSkeleton, useSeenTracking } from "#web/screens/crushes/crush-list.tsx";
import { type CrushTabId, CrushTabs, parseCrushTab } from "#web/screens/crushes/crush-tabs.tsx";
import css from "#web/screens/crushes/crushes.module.css";
import { ErrorState } from "#web/ui/error-state.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";

/** Requests the data before the first rendering. */
export const preload = () => [queryClient.prefetchQuery(crushListsQuery), queryClient.prefetchQuery(walletQuery)];

/** The chosen list is in the query parameter `tab`. */
export function Component() {
  const { data: lists } = useCrushLists();
  const [search, setSearch] = useSearchParams();
  const tab = parseCrushTab(search.get("tab"));
  useSeenTracking();
  return (
    <div className={css.page}>
      <title>My Crushes · Spotter</title>
      <PageHeader title="My Crushes" />
      <CrushTabs
        lists={lists}
        chosen={tab}
        onChoose={(next) => setSearch(next === "received" ? {} : { tab: next }, { preventScrollReset: true })}
      >
        <List tab={tab} />
      </CrushTabs>
    </div>
  );
}

function List({ tab }: { tab: CrushTabId }) {
  const { data: lists, isError, refetch } = useStickyError(useCrushLists());
  const wallet = useWallet();
  const pass = usePass();
  // The buttons show the cost of a crush, so they wait for the wallet.
  if (lists && !wallet.isPending) return <CrushList lists={lists} tab={tab} onPass={pass} />;
  if (lists || !isError) return <CrushListSkeleton tab={tab} />;
  return <ErrorState quiet className={css.failure} title="Your crushes did not load." onRetry={() => void refetch()} />;
}
