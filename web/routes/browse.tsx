import { startTransition, useRef, useState } from "react";
import { browseQuery, useRestartSearch } from "#web/features/browse/browse.queries.ts";
import { useCardFocusRecovery } from "#web/features/browse/profile-grid.tsx";
import { SearchResults } from "#web/features/browse/search-results.tsx";
import { usePruneUnavailable } from "#web/features/browse/use-prune-unavailable.ts";
import { useWalletAfterHeld } from "#web/features/crushes/crush-credits.ts";
import { OutOfCreditsOverlay } from "#web/features/crushes/out-of-credits-overlay.tsx";
import { StaleCrushQuestion } from "#web/features/crushes/stale-crush-question.tsx";
import { DailyLimitNotice } from "#web/features/members/daily-limit-notice.tsx";
import { formatCardsLimit, formatNewPeopleLimit, useRemaining } from "#web/features/members/daily-limits.ts";
import { dailySetQuery } from "#web/features/members/daily-set.queries.ts";
import { RestrictionNotice } from "#web/features/members/restriction-notice.tsx";
import { FilterButton, FilterChips } from "#web/features/preferences/filter-bar.tsx";
import { filtersQuery, useFilters } from "#web/features/preferences/preferences.queries.ts";
import { GenderNotice } from "#web/features/profile/gender-notice.tsx";
import { PauseNotice } from "#web/features/settings/pause-notice.tsx";
import { CreditCounter, CreditCounterSkeleton } from "#web/features/wallet/credit-counter.tsx";
import { walletQuery } from "#web/features/wallet/wallet.queries.ts";
import { focusHeading } from "#web/lib/after-navigation.ts";
import { queryClient } from "#web/lib/query.ts";
import css from "#web/routes/browse.module.css";
import { LazyRender, lazyModule, useLazyModule } from "#web/ui/lazy-module.ts";
import { PageHeader } from "#web/ui/page-header.tsx";

const filterSheet = lazyModule(() =>
  import("#web/features/preferences/filter-sheet.tsx").then((file) => file.FilterSheet),
);

/** Requests the data before the first rendering. */
export const preload = () => [
  queryClient.prefetchQuery(dailySetQuery),
  queryClient.prefetchInfiniteQuery(browseQuery(queryClient)),
  queryClient.prefetchQuery(walletQuery),
  queryClient.prefetchQuery(filtersQuery),
];

export function Component() {
  const wallet = useWalletAfterHeld();
  const { data: filters } = useFilters();
  const [isFiltering, setFiltering] = useState(false);
  const sheet = useLazyModule(filterSheet, isFiltering, () => setFiltering(false));
  const { state, search } = useRestartSearch();
  const page = useRef<HTMLDivElement>(null);
  // A transition, so that the button reacts before the sheet with its fifty controls is rendered.
  const openFilters = () => startTransition(() => setFiltering(true));
  usePruneUnavailable();
  useCardFocusRecovery(page, focusHeading);
  return (
    <div ref={page} className={css.page}>
      <title>Browse · Spotter</title>
      <PageHeader title="Browse" className={css.head}>
        <FilterChips filters={filters} />
        {wallet.isPending && <CreditCounterSkeleton />}
        {wallet.data && <CreditCounter wallet={wallet.data} />}
        <FilterButton filters={filters} onPress={openFilters} />
      </PageHeader>
      <RestrictionNotice />
      <PauseNotice />
      <GenderNotice className={css.left} />
      <RemainingToday />
      <SearchResults isWalletPending={wallet.isPending} search={state} onWidened={search} />
      <LazyRender as={sheet} open={isFiltering} onOpenChange={setFiltering} onSaved={() => void search()} />
      <StaleCrushQuestion />
      <OutOfCreditsOverlay />
    </div>
  );
}

/** Shown when little is left of a daily limit. */
function RemainingToday() {
  const [newPeople, cards] = [useRemaining("newPeople"), useRemaining("cards")];
  // At zero, the end of the list shows it.
  const text = newPeople
    ? formatNewPeopleLimit(newPeople)
    : cards && cards.left > 0
      ? formatCardsLimit(cards)
      : undefined;
  return <DailyLimitNotice text={text} className={css.left} />;
}
