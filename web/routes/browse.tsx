import { type ReactNode, startTransition, useEffect, useRef, useState } from "react";
import type { CrushLists } from "#contract/crushes.ts";
import type { BrowseProfile } from "#contract/discovery.ts";
import type { FiltersUpdate } from "#contract/filter-form.ts";
import { SMALL_PLACE_BELOW } from "#contract/limits.ts";
import { focusHeading } from "#web/app/after-navigation.ts";
import { useCrushCredits, useWalletAfterHeld } from "#web/app/use-credits.ts";
import { usePass } from "#web/app/use-pass.ts";
import {
  browseQuery,
  useBrowse,
  useHasSentCrush,
  useIsMatched,
  useRestartSearch,
} from "#web/features/browse/browse.queries.ts";
import { toMemberSummary } from "#web/features/browse/browse-pages.ts";
import { dailySetQuery } from "#web/features/browse/daily-set.queries.ts";
import { DailySetError, DailySetSection, DailySetSkeleton } from "#web/features/browse/daily-set.tsx";
import {
  CardActionSkeleton,
  InfiniteScrollSentinel,
  ProfileGrid,
  ProfileGridSkeleton,
  useCardFocusRecovery,
} from "#web/features/browse/profile-grid.tsx";
import { type ShownSet, useDailySet } from "#web/features/browse/shown-set.ts";
import { usePruneUnavailable } from "#web/features/browse/use-prune-unavailable.ts";
import { CrushButton } from "#web/features/crushes/crush-button.tsx";
import { hasSentCrush } from "#web/features/crushes/crush-lists.ts";
import { useCrushLists } from "#web/features/crushes/crushes.queries.ts";
import { useHeldCrushes } from "#web/features/crushes/held-crushes.ts";
import { isMatchRecent } from "#web/features/crushes/match-store.ts";
import { StaleCrushQuestion } from "#web/features/crushes/stale-crush-question.tsx";
import { DailyLimitNotice } from "#web/features/members/daily-limit-notice.tsx";
import { formatCardsLimit, formatNewPeopleLimit, useRemaining } from "#web/features/members/daily-limits.ts";
import { useOwnProfile } from "#web/features/members/own-profile.queries.ts";
import { RestrictionNotice } from "#web/features/members/restriction-notice.tsx";
import { FilterButton, FilterChips } from "#web/features/preferences/filter-bar.tsx";
import { filtersQuery, useFilters, useSaveFilters } from "#web/features/preferences/preferences.queries.ts";
import { type WiderFilters, widenSlightly } from "#web/features/preferences/wider-filters.ts";
import { GenderNotice } from "#web/features/profile/gender-notice.tsx";
import { PauseNotice } from "#web/features/settings/pause-notice.tsx";
import { useChangePrivacy } from "#web/features/settings/settings.queries.ts";
import { CreditCounter, CreditCounterSkeleton } from "#web/features/wallet/credit-counter.tsx";
import { OutOfCredits } from "#web/features/wallet/out-of-credits.tsx";
import { hasCredit, useWallet, walletQuery } from "#web/features/wallet/wallet.queries.ts";
import { ApiError, getErrorMessage } from "#web/lib/api.ts";
import { queryClient } from "#web/lib/query.ts";
import { useSession } from "#web/lib/session.ts";
import { useUnits } from "#web/lib/units.ts";
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

const smallPlace = lazyModule(() => import("#web/app/small-place.tsx").then((file) => file.SmallPlace));

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
      <Profiles isWalletPending={wallet.isPending} search={state} onWidened={search} />
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

const isDailyLimit = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === "daily_browse_limit";

interface ProfilesProps {
  /** The wallet has not loaded. The buttons show its costs, which would change under the finger. */
  isWalletPending: boolean;
  /** While a new search runs, the current profiles are about to be replaced. */
  search: "none" | "searching" | "done";
  onWidened: () => Promise<void>;
}

function Profiles({ isWalletPending, search, onWidened }: ProfilesProps) {
  const profiles = useStickyError(useBrowse());
  const isSent = useHasSentCrush();
  const isMatched = useIsMatched();
  const credits = useCrushCredits();
  const pass = usePass();
  const cards = useRemaining("cards");
  const { data, error, isFetchingNextPage, isFetchNextPageError, hasNextPage } = profiles;
  const daily = useDailySet();
  const membersOfSet = useMembersOfSet(daily.set);
  // Once it is done, a member whose pass is undone is shown in the grid.
  const isInSet = (profile: BrowseProfile) =>
    membersOfSet.has(profile.id) && (daily.set?.isDone === false || isSent(profile));
  const renderAction = (profile: BrowseProfile, nameId: string) => {
    if (isWalletPending) return <CardActionSkeleton />;
    if (isMatched(profile)) {
      return (
        <ButtonLink to={`/messages/${profile.id}`} aria-describedby={nameId}>
          Send Message
        </ButtonLink>
      );
    }
    return (
      <CrushButton
        member={toMemberSummary(profile)}
        isSent={isSent(profile)}
        isAnswer={profile.crushedOnMe}
        credits={credits}
        describedBy={nameId}
      />
    );
  };
  const passOn = (profile: BrowseProfile) => () => pass(toMemberSummary(profile));

  if (!data && isDailyLimit(error)) return <DailyLimitReached text={error.message} />;
  if (!data && error) {
    return (
      <ErrorState
        className={css.failure}
        title={getErrorMessage(error, "Failed to load profiles", "Failed to load profiles")}
        text="Nothing was spent. Check your connection, then try again."
        onRetry={() => void profiles.refetch()}
        secondaryAction={
          <ButtonLink variant="line" size="lg" to="/">
            Go Back
          </ButtonLink>
        }
      />
    );
  }
  const set = daily.isPending ? <DailySetSkeleton /> : <DailySet daily={daily} action={renderAction} onPass={passOn} />;
  // The set takes its members out of the grid, so that the grid would move if it came first.
  if (!data || daily.isPending)
    return (
      <>
        {set}
        <ProfileGridSkeleton isBelowSet={daily.isPending || daily.set !== null} />
      </>
    );
  if (data.length === 0 && !hasNextPage) {
    return (
      <>
        {set}
        <NoResults onWidened={onWidened} />
        <SmallPlaceHere isEmpty onWidened={onWidened} />
      </>
    );
  }
  const isSmallPlace = data.length < SMALL_PLACE_BELOW && cards?.left !== 0;
  return (
    <>
      {set}
      <p role="status" className={typography.hidden}>
        {search === "done" && "Other profiles are shown"}
      </p>
      <ProfileGrid
        profiles={data.filter((profile) => !isInSet(profile))}
        title={daily.set ? "More people" : undefined}
        cardsAbove={daily.set?.undecided.length ?? 0}
        isLoadingMore={isFetchingNextPage}
        isReplacing={search === "searching"}
        onPass={(profile) => (isSent(profile) ? undefined : passOn(profile))}
        action={renderAction}
      >
        {hasNextPage && !isFetchNextPageError && (
          <InfiniteScrollSentinel
            key={profiles.dataUpdatedAt}
            onNear={() => {
              if (!isFetchingNextPage) void profiles.fetchNextPage();
            }}
          />
        )}
        {isFetchNextPageError && isDailyLimit(error) && <p className={css.end}>{error.message}</p>}
        {isFetchNextPageError && !isDailyLimit(error) && (
          <div className={css.end}>
            <p>More profiles did not load.</p>
            <Button variant="line" onClick={() => void profiles.fetchNextPage()}>
              Try again
            </Button>
          </div>
        )}
        {!hasNextPage && isSmallPlace && <SmallPlaceHere isEmpty={false} onWidened={onWidened} />}
        {!hasNextPage && !isSmallPlace && (
          <EndOfList limit={cards?.left === 0 ? formatCardsLimit(cards) : undefined} onWidened={onWidened} />
        )}
      </ProfileGrid>
    </>
  );
}

const NOBODY: ReadonlySet<string> = new Set();

/** Everyone who was in the set since the page was opened. They stay out of the grid, which would move otherwise. */
function useMembersOfSet(set: ShownSet | null): ReadonlySet<string> {
  const [seen, setSeen] = useState({ day: "", ids: NOBODY });
  const ids = set?.day === seen.day ? seen.ids : NOBODY;
  if (set?.profiles.some(({ id }) => !ids.has(id))) {
    setSeen({ day: set.day, ids: new Set([...ids, ...set.profiles.map(({ id }) => id)]) });
  }
  return ids;
}

interface DailySetProps {
  daily: ReturnType<typeof useDailySet>;
  action: (profile: BrowseProfile, nameId: string) => ReactNode;
  onPass: (profile: BrowseProfile) => () => void;
}

/** The set of the day, if there is one. */
function DailySet({ daily: { set, error, refetch }, action, onPass }: DailySetProps) {
  const held = useHeldCrushes();
  const isSent = useHasSentCrush();
  const { mutate, isPending } = useChangePrivacy();
  if (error && !set && !isDailyLimit(error)) return <DailySetError onRetry={() => void refetch()} />;
  if (!set) return null;
  const change = (dailySet: boolean, done: () => void) =>
    mutate(
      { dailySet },
      { onSuccess: done, onError: (failure) => toast(getErrorMessage(failure, SET_FAILED, SET_FAILED), "error") },
    );
  const turnOn = () => change(true, () => toast("Today's five is back.", "done", SET_TOPIC));
  const turnOff = () =>
    change(false, () => {
      document.getElementById("main")?.focus({ preventScroll: true });
      toast("Today's five is off. Settings has it, under Privacy.", "done", SET_TOPIC, undefined, {
        label: "Undo",
        onPress: turnOn,
      });
    });
  return (
    <DailySetSection
      key={set.day}
      set={set}
      isSent={isSent}
      heldCount={set.undecided.filter(({ id }) => held.some(({ memberId }) => memberId === id)).length}
      action={action}
      onPass={onPass}
      onTurnOff={turnOff}
      isTurningOff={isPending}
    />
  );
}

const SET_TOPIC = "daily-set";
const SET_FAILED = "Failed to save settings. Please try again.";

interface EndOfListProps {
  /** Why no more people are shown today. */
  limit: string | undefined;
  onWidened: () => Promise<void>;
}

/** What the member can do next: widen the search, answer crushes or complete the profile, of which two are offered. */
function EndOfList({ limit, onWidened }: EndOfListProps) {
  const [filters, lists, own] = [useFilters(), useCrushLists(), useOwnProfile()];
  const units = useUnits();
  const { isWidening, widen } = useWiden(async () => {
    // The new list begins at the top, and the button may be gone.
    document.getElementById("main")?.focus({ preventScroll: true });
    await onWidened();
  });
  // All at once, so that no button appears under the finger.
  const isLoaded = !filters.isPending && !lists.isPending && !own.isPending;
  const hasPlace = own.data ? own.data.profile.coordinates !== null : false;
  const wider = isLoaded && !limit && filters.data ? widenSlightly(filters.data, hasPlace, units) : undefined;
  const waiting = isLoaded && lists.data ? countUnanswered(lists.data) : 0;
  const isIncomplete = isLoaded && own.data !== undefined && own.data.profile.completion < 100;
  const links = [
    waiting > 0 && { to: "/crushes", children: "See who crushed on you" },
    isIncomplete && { to: "/profile", children: "Complete your profile" },
  ].filter((link) => link !== false);
  const shown = links.slice(0, wider ? 1 : 2);
  return (
    <div className={css.end}>
      <p className={css.endText}>
        {limit ?? "That's everyone for now."}
        {wider && " A wider search may show more people today."}
      </p>
      {wider && (
        <Button variant="line" busy={isWidening ? "Widening..." : undefined} onClick={() => void widen(wider)}>
          {wider.label}
        </Button>
      )}
      {shown.map((link, i) => (
        <ButtonLink key={link.to} variant={wider || i > 0 ? "text" : "line"} {...link} />
      ))}
    </div>
  );
}

/** In place of the end of a list that is short. */
function SmallPlaceHere({ isEmpty, onWidened }: { isEmpty: boolean; onWidened: () => Promise<void> }) {
  const { data: filters } = useFilters();
  const panel = useLazyModule(smallPlace, filters !== undefined, () => undefined);
  const { isWidening, widen } = useWiden(async () => {
    // The new list begins at the top, and the button may be gone.
    document.getElementById("main")?.focus({ preventScroll: true });
    await onWidened();
  });
  if (!filters) return null;
  return (
    <LazyRender
      as={panel}
      filters={filters}
      isEmpty={isEmpty}
      isWidening={isWidening}
      onWiden={(wider) => void widen(wider)}
    />
  );
}

const countUnanswered = (lists: CrushLists): number =>
  lists.crushesReceived.filter(({ _id }) => !hasSentCrush(lists, _id)).length;

const DailyLimitReached = ({ text }: { text: string }) => (
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

/** The member who closed the dialog. It stays closed until there were credits again, or the app is reloaded. */
let closedFor: string | undefined;

/** Opens with Browse, not after the last crush: somebody who has just sent it is not looking for a shop. */
function OutOfCreditsOverlay() {
  const me = useSession()?.user._id;
  const { data: wallet } = useWallet();
  const isHolding = useHeldCrushes().length > 0;
  const [state, setState] = useState<"unknown" | "open" | "closed">("unknown");
  const isOut = wallet !== undefined && !hasCredit(wallet);
  if (wallet && state === "unknown") {
    const isShown = isOut && !isHolding && closedFor !== me && !isMatchRecent();
    setState(isShown ? "open" : "closed");
  }
  useEffect(() => {
    if (wallet && !isOut && closedFor === me) closedFor = undefined;
  }, [wallet, isOut, me]);
  function close(): void {
    closedFor = me;
    setState("closed");
  }
  return <OutOfCredits open={isOut && state === "open"} payments={wallet?.payments} onClose={close} />;
}

const PROFILE_LINK = { to: "/profile", children: "Polish your profile" } as const;

const WIDENED_TOPIC = "search-widened";

/**
 * Saves wider filters and repeats the search. The toast takes the step back.
 * @param onWidened resolves when the search has finished
 */
function useWiden(onWidened: () => Promise<void>) {
  const save = useSaveFilters();
  // Until the wider search has finished.
  const [isWidening, setWidening] = useState(false);
  const widen = ({ text, change, undo }: WiderFilters): Promise<void> => {
    const takeBack = () => void apply(undo, () => toast("Your search is as before.", "done", WIDENED_TOPIC));
    return apply(change, () =>
      toast(`Search widened: ${text}.`, "done", WIDENED_TOPIC, undefined, { label: "Undo", onPress: takeBack }),
    );
  };
  async function apply(change: FiltersUpdate, onSaved: () => void): Promise<void> {
    setWidening(true);
    try {
      await save.mutateAsync(change);
      onSaved();
      await onWidened();
    } catch (error) {
      toast(getErrorMessage(error, "Failed to save preferences", "Failed to save preferences"), "error");
    } finally {
      setWidening(false);
    }
  }
  return { isWidening, widen };
}

/**
 * Offers to widen the filters, one step a press.
 * @param onWidened repeats the search; resolves when it has finished
 */
function NoResults({ onWidened }: { onWidened: () => Promise<void> }) {
  const { data: filters, isPending } = useFilters();
  const { isWidening, widen } = useWiden(onWidened);
  const units = useUnits();
  const own = useOwnProfile();
  const hasPlace = own.data ? own.data.profile.coordinates !== null : false;
  const wider = filters && widenSlightly(filters, hasPlace, units);
  const wasPressed = useRef(false);
  const isOffered = wider !== undefined || isWidening;
  useEffect(() => {
    if (!isOffered) return;
    return () => {
      // The pressed button is gone, and the focus with it.
      if (wasPressed.current && document.activeElement === document.body) document.getElementById("main")?.focus();
    };
  }, [isOffered]);
  if (isPending || own.isPending) return null;
  if (!isOffered) {
    return (
      <EmptyState
        art={<Rack />}
        title="No profiles available"
        text="Nobody fits your search yet. A full profile makes you easier to find."
        action={<ButtonLink variant="line" size="lg" {...PROFILE_LINK} />}
      />
    );
  }

  const handleWiden = () => {
    if (!wider) return;
    wasPressed.current = true;
    void widen(wider);
  };
  return (
    <EmptyState
      art={<Rack />}
      title="No profiles available"
      text="Nobody fits your search yet."
      action={
        <div className={css.buttons}>
          <Button size="lg" busy={isWidening ? "Widening..." : undefined} onClick={handleWiden}>
            {wider?.label}
          </Button>
          <ButtonLink variant="text" size="lg" {...PROFILE_LINK} />
        </div>
      }
    />
  );
}
