import { useState } from "react";
import type { BrowseProfile } from "#contract/discovery/discovery.ts";
import { SMALL_PLACE_BELOW } from "#contract/limits.ts";
import { CrushButton } from "#web/domains/crushes/crush-button.tsx";
import { useCrushCredits } from "#web/domains/crushes/crush-credits.ts";
import { useHasSentCrush, useIsMatched } from "#web/domains/crushes/sent-crushes.queries.ts";
import { isDailyLimit, useBrowse } from "#web/domains/discovery/browse.queries.ts";
import { toMemberSummary } from "#web/domains/discovery/browse-pages.ts";
import { usePass } from "#web/domains/discovery/use-pass.ts";
import { formatCardsLimit, useRemaining } from "#web/domains/members/limits/daily-limits.ts";
import { getErrorMessage } from "#web/lib/api.ts";
import { InfiniteScrollSentinel } from "#web/lib/infinite-scroll-sentinel.tsx";
import { useStickyError } from "#web/lib/use-sticky-error.ts";
import { DailySet, DailySetSkeleton } from "#web/screens/browse/daily-set/daily-set.tsx";
import { type ShownSet, useDailySet } from "#web/screens/browse/daily-set/shown-set.ts";
import { DailyLimitReached, EndOfList, NoResults, SmallPlaceHere } from "#web/screens/browse/list-end.tsx";
import { CardActionSkeleton, ProfileGrid, ProfileGridSkeleton } from "#web/screens/browse/profile-grid.tsx";
import css from "#web/screens/browse/search-results.module.css";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import typography from "#web/ui/typography.module.css";

interface Props {
  /** The wallet has not loaded. The buttons show its costs, which would change under the finger. */
  isWalletPending: boolean;
  /** While a new search runs, the current profiles are about to be replaced. */
  search: "none" | "searching" | "done";
  onWidened: () => Promise<void>;
}

/** The daily set and the people whom the search has found, or why there are none. */
export function SearchResults({ isWalletPending, search, onWidened }: Props) {
  const profiles = useStickyError(useBrowse());
  const { isSent, renderAction, passOn } = useCardActions(isWalletPending);
  const cards = useRemaining("cards");
  const { data, error, isFetchingNextPage, hasNextPage } = profiles;
  const daily = useDailySet();
  const membersOfSet = useMembersOfSet(daily.set);
  // Once it is done, a member whose pass is undone is shown in the grid.
  const isInSet = (profile: BrowseProfile) =>
    membersOfSet.has(profile.id) && (daily.set?.isDone === false || isSent(profile));

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
        <ListBottom profiles={profiles} isSmallPlace={isSmallPlace} cards={cards} onWidened={onWidened} />
      </ProfileGrid>
    </>
  );
}

/** To write to a match, to send a crush, and to pass on a member. */
function useCardActions(isWalletPending: boolean) {
  const isSent = useHasSentCrush();
  const isMatched = useIsMatched();
  const credits = useCrushCredits();
  const pass = usePass();
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
  return { isSent, renderAction, passOn };
}

interface ListBottomProps {
  profiles: ReturnType<typeof useStickyError<ReturnType<typeof useBrowse>>>;
  isSmallPlace: boolean;
  cards: ReturnType<typeof useRemaining>;
  onWidened: () => Promise<void>;
}

/** Loads more people, or says why there are no more. */
function ListBottom({ profiles, isSmallPlace, cards, onWidened }: ListBottomProps) {
  const { error, isFetchingNextPage, isFetchNextPageError, hasNextPage } = profiles;
  return (
    <>
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
