import { useSearchParams } from "react-router";
import { CrushList, CrushListSkeleton } from "#web/features/crushes/crush-list.tsx";
import { type CrushTabId, parseCrushTab } from "#web/features/crushes/crush-tab-ids.ts";
import { CrushTabs } from "#web/features/crushes/crush-tabs.tsx";
import { useCrushLists } from "#web/features/crushes/crushes.queries.ts";
import { useSeenTracking } from "#web/features/crushes/use-seen-tracking.ts";
import { useWallet } from "#web/features/wallet/wallet.queries.ts";
import { useStanding } from "#web/lib/standing.ts";
import css from "#web/routes/crushes.module.css";
import { usePurse } from "#web/routes/purse.ts";
import { Failure } from "#web/ui/failure.tsx";
import { PageHead } from "#web/ui/page-head.tsx";

/** My Crushes: received, sent, matches and active connections. The chosen list is in the address. */
export function Component() {
  const { data: lists } = useCrushLists();
  const [search, setSearch] = useSearchParams();
  const tab = parseCrushTab(search.get("tab"));
  useSeenTracking();
  return (
    <div className={css.page}>
      <title>My Crushes · Spotter</title>
      <PageHead title="My Crushes" />
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
  const { data: lists, isError, refetch } = useStanding(useCrushLists());
  const wallet = useWallet();
  const purse = usePurse();
  // The buttons say what a crush costs, so they wait for the wallet.
  if (lists && !wallet.isPending) return <CrushList lists={lists} tab={tab} purse={purse} />;
  if (lists || !isError) return <CrushListSkeleton tab={tab} />;
  return <Failure quiet className={css.failure} title="Your crushes did not load." onRetry={() => void refetch()} />;
}
