import { UserRound } from "lucide-react";
import { startTransition, useRef, useState } from "react";
import { NOT_SEEN_WITHOUT_GENDER } from "#contract/members/catalog.ts";
import { PauseNotice } from "#web/domains/accounts/settings/pause-notice.tsx";
import { CreditCounter, CreditCounterSkeleton } from "#web/domains/billing/credit-counter.tsx";
import { walletQuery } from "#web/domains/billing/wallet.queries.ts";
import { useWalletAfterHeld } from "#web/domains/crushes/crush-credits.ts";
import { browseQuery, useRestartSearch } from "#web/domains/discovery/browse.queries.ts";
import { filtersQuery, useFilters } from "#web/domains/discovery/preferences.queries.ts";
import { dailySetQuery } from "#web/domains/members/daily-set.queries.ts";
import { DailyLimitNotice } from "#web/domains/members/limits/daily-limit-notice.tsx";
import { formatCardsLimit, formatNewPeopleLimit, useRemaining } from "#web/domains/members/limits/daily-limits.ts";
import { RestrictionNotice } from "#web/domains/members/names/restriction-notice.tsx";
import { useOwnProfile } from "#web/domains/members/own-profile.queries.ts";
import { focusHeading } from "#web/lib/after-navigation.ts";
import { queryClient } from "#web/lib/query.ts";
import css from "#web/screens/browse/browse.module.css";
import { FilterButton, FilterChips } from "#web/screens/browse/filters/filter-bar.tsx";
import { OutOfCreditsOverlay } from "#web/screens/browse/out-of-credits.tsx";
import { useCardFocusRecovery } from "#web/screens/browse/profile-grid.tsx";
import { SearchResults } from "#web/screens/browse/search-results.tsx";
import { StaleCrushQuestion } from "#web/screens/browse/stale-crush-question.tsx";
import { usePruneUnavailable } from "#web/screens/browse/use-prune-unavailable.ts";
import { LazyRender, lazyModule, useLazyModule } from "#web/ui/lazy-module.ts";
import { Link } from "#web/ui/link.tsx";
import { NoticeLine } from "#web/ui/notice-line.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";

const filterSheet = lazyModule(() =>
  import("#web/screens/browse/filters/filter-sheet.tsx").then((file) => file.FilterSheet),
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

/** Says what an open gender costs, until it is chosen. */
function GenderNotice({ className }: { className?: string | undefined }) {
  const { data: own } = useOwnProfile();
  return (
    <NoticeLine open={own?.profile.gender === ""} icon={<UserRound aria-hidden="true" />} className={className}>
      {NOT_SEEN_WITHOUT_GENDER} until you <Link to="/profile#gender">add your gender</Link>.
    </NoticeLine>
  );
}
