import { startTransition, useEffect, useRef, useState } from "react";
import { focusHeading } from "#web/app/after-navigation.ts";
import { useCrushCredits } from "#web/app/use-credits.ts";
import { useBrowse, useHasSentCrush, useRestartSearch } from "#web/features/browse/browse.queries.ts";
import { toMemberSummary } from "#web/features/browse/browse-pages.ts";
import {
  InfiniteScrollSentinel,
  ProfileGrid,
  ProfileGridSkeleton,
  useCardFocusRecovery,
} from "#web/features/browse/profile-grid.tsx";
import { usePruneUnavailable } from "#web/features/browse/use-prune-unavailable.ts";
import { CrushButton } from "#web/features/crushes/crush-button.tsx";
import { useCurrentMatch } from "#web/features/crushes/match-store.ts";
import { cardsWords, newPeopleWords, useLeft } from "#web/features/members/daily-limits.ts";
import { LeftToday } from "#web/features/members/left-today.tsx";
import { FilterButton, FilterChips } from "#web/features/preferences/filter-bar.tsx";
import { widenFilters } from "#web/features/preferences/filter-labels.ts";
import { useFilters, useSaveFilters } from "#web/features/preferences/preferences.queries.ts";
import { CreditCounter, CreditCounterSkeleton } from "#web/features/wallet/credit-counter.tsx";
import { OutOfCredits } from "#web/features/wallet/out-of-credits.tsx";
import { useWallet } from "#web/features/wallet/wallet.queries.ts";
import { ApiError, getErrorMessage } from "#web/lib/api.ts";
import { useSession } from "#web/lib/session.ts";
import { useStickyError } from "#web/lib/use-sticky-error.ts";
import css from "#web/routes/browse.module.css";
import { Rack } from "#web/ui/brand/rack.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { LazyRender, lazyModule, useLazyModule } from "#web/ui/lazy-module.ts";
import { PageHeader } from "#web/ui/page-header.tsx";
import { toast } from "#web/ui/toast.tsx";
import typography from "#web/ui/typography.module.css";

const filterSheet = lazyModule(() =>
  import("#web/features/preferences/filter-sheet.tsx").then((file) => file.FilterSheet),
);

/** Members to discover. */
export function Component() {
  const wallet = useWallet();
  const { data: filters } = useFilters();
  const [choosing, setChoosing] = useState(false);
  const sheet = useLazyModule(filterSheet, choosing, () => setChoosing(false));
  const { state, search } = useRestartSearch();
  const page = useRef<HTMLDivElement>(null);
  // A form of fifty controls: the button shows that it was pressed before it is drawn.
  const choose = () => startTransition(() => setChoosing(true));
  usePruneUnavailable();
  useCardFocusRecovery(page, focusHeading);
  return (
    <div ref={page} className={css.page}>
      <title>Browse · Spotter</title>
      <PageHeader title="Browse" className={css.head}>
        <FilterChips filters={filters} />
        {wallet.isPending && <CreditCounterSkeleton />}
        {wallet.data && <CreditCounter wallet={wallet.data} />}
        <FilterButton filters={filters} onPress={choose} />
      </PageHeader>
      <Left />
      <Profiles waiting={wallet.isPending} search={state} onWidened={search} />
      <LazyRender as={sheet} open={choosing} onOpenChange={setChoosing} onSaved={() => void search()} />
      <Overlay />
    </div>
  );
}

/** What is left of the day's people, where it is little. */
function Left() {
  const [newPeople, cards] = [useLeft("newPeople"), useLeft("cards")];
  // That there are no more is said where they end.
  const text = newPeople ? newPeopleWords(newPeople) : cards && cards.left > 0 ? cardsWords(cards) : undefined;
  return <LeftToday text={text} className={css.left} />;
}

/** Whether a refusal says that nobody else is shown today. */
const isEnoughToday = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === "daily_browse_limit";

interface ProfilesProps {
  /** The cost on the buttons is not known yet, so they would change under the finger. */
  waiting: boolean;
  /** While others are looked for, those that are shown are about to go. */
  search: "none" | "searching" | "done";
  onWidened: () => Promise<void>;
}

function Profiles({ waiting, search, onWidened }: ProfilesProps) {
  const profiles = useStickyError(useBrowse());
  const isSent = useHasSentCrush();
  const credits = useCrushCredits();
  const cards = useLeft("cards");
  const { data, error, isFetchingNextPage, isFetchNextPageError, hasNextPage } = profiles;

  if (!data && isEnoughToday(error)) return <EnoughToday text={error.message} />;
  if (!data && error) {
    return (
      <ErrorState
        className={css.failure}
        title={getErrorMessage(error, "Failed to load profiles", "Failed to load profiles")}
        text="Nothing was spent. Check your connection, then try again."
        onRetry={() => void profiles.refetch()}
        other={
          <ButtonLink variant="line" size="lg" to="/">
            Go Back
          </ButtonLink>
        }
      />
    );
  }
  if (!data || waiting) return <ProfileGridSkeleton />;
  if (data.length === 0 && !hasNextPage) {
    return <NoResults onWidened={onWidened} />;
  }
  return (
    <>
      <p role="status" className={typography.hidden}>
        {search === "done" && "Other profiles are shown"}
      </p>
      <ProfileGrid
        profiles={data}
        isLoadingMore={isFetchingNextPage}
        isReplacing={search === "searching"}
        action={(profile, nameId) => (
          <CrushButton
            member={toMemberSummary(profile)}
            isSent={isSent(profile)}
            credits={credits}
            describedBy={nameId}
          />
        )}
      />
      {hasNextPage && !isFetchNextPageError && (
        <InfiniteScrollSentinel
          key={profiles.dataUpdatedAt}
          onNear={() => {
            if (!isFetchingNextPage) void profiles.fetchNextPage();
          }}
        />
      )}
      {isFetchNextPageError && isEnoughToday(error) && <p className={css.end}>{error.message}</p>}
      {isFetchNextPageError && !isEnoughToday(error) && (
        <div className={css.end}>
          <p>More profiles did not load.</p>
          <Button variant="line" onClick={() => void profiles.fetchNextPage()}>
            Try again
          </Button>
        </div>
      )}
      {!hasNextPage && (
        <p className={css.end}>
          {cards?.left === 0 ? cardsWords(cards) : "That's everyone for now. New members join most days."}
        </p>
      )}
    </>
  );
}

/** Nobody else is shown today; those who are known already are a tap away. */
const EnoughToday = ({ text }: { text: string }) => (
  <EmptyState
    art={<Rack />}
    title="That's everyone for today"
    text={text}
    action={
      <ButtonLink size="lg" to="/crushes">
        My Crushes
      </ButtonLink>
    }
  />
);

/** Who chose to keep looking is not asked again before the app is opened anew. */
let lookingOn: string | undefined;

function Overlay() {
  const me = useSession()?.user._id;
  const { isOut: out } = useCrushCredits();
  const { data: wallet } = useWallet();
  const match = useCurrentMatch();
  const [closed, setClosed] = useState(me !== undefined && lookingOn === me);
  function close(): void {
    lookingOn = me;
    setClosed(true);
  }
  // A match bought with the last crush has its moment first.
  return <OutOfCredits open={out && !closed && !match} payments={wallet?.payments} onClose={close} />;
}

const POLISH = { to: "/profile", children: "Polish your profile" } as const;

/**
 * Nobody fits: one tap takes away what narrows the search, a second one the rest, as long as anything does.
 * @param onWidened looks for members anew; resolves when it is known whether there are any
 */
function NoResults({ onWidened }: { onWidened: () => Promise<void> }) {
  const { data: filters, isPending } = useFilters();
  const save = useSaveFilters();
  // Stays as it is until what the wider search brings is there.
  const [widening, setWidening] = useState(false);
  const wider = filters && widenFilters(filters);
  const pressed = useRef(false);
  const offered = wider !== undefined || widening;
  useEffect(() => {
    if (!offered) return;
    return () => {
      // The button that was pressed is gone, and the focus with it.
      if (pressed.current && document.activeElement === document.body) document.getElementById("main")?.focus();
    };
  }, [offered]);
  if (isPending) return null;
  if (!offered) {
    return (
      <EmptyState
        art={<Rack />}
        title="No profiles available"
        text="New members join most days. Until then, a full profile makes you easier to find."
        action={<ButtonLink size="lg" {...POLISH} />}
      />
    );
  }

  const widen = async () => {
    if (!wider) return;
    pressed.current = true;
    setWidening(true);
    try {
      await save.mutateAsync(wider.filters);
      toast(`Search widened: ${wider.changes.join(", ")}.`, "done");
      await onWidened();
    } catch (error) {
      toast(getErrorMessage(error, "Failed to save preferences", "Failed to save preferences"), "error");
    } finally {
      setWidening(false);
    }
  };
  return (
    <EmptyState
      art={<Rack />}
      title="No profiles available"
      text="Nobody fits your filters yet. New members join most days, and a wider search shows more people now."
      action={
        <div className={css.ways}>
          <Button size="lg" busy={widening ? "Widening..." : undefined} onClick={() => void widen()}>
            {wider?.label}
          </Button>
          <ButtonLink variant="text" size="lg" {...POLISH} />
        </div>
      }
    />
  );
}
