import { startTransition, useRef, useState } from "react";
import { useBrowse, useHasSentCrush, useRestartSearch } from "#web/features/browse/browse.queries.ts";
import { toMemberSummary } from "#web/features/browse/browse-pages.ts";
import { InfiniteScrollSentinel } from "#web/features/browse/infinite-scroll-sentinel.tsx";
import { ProfileGrid, ProfileGridSkeleton } from "#web/features/browse/profile-grid.tsx";
import { useCardFocusRecovery } from "#web/features/browse/use-card-focus-recovery.ts";
import { usePruneUnavailable } from "#web/features/browse/use-prune-unavailable.ts";
import { CrushButton } from "#web/features/crushes/crush-button.tsx";
import { useCurrentMatch } from "#web/features/crushes/match-store.ts";
import { cardsWords, newPeopleWords, useLeft } from "#web/features/members/daily-limits.ts";
import { LeftToday } from "#web/features/members/left-today.tsx";
import { FilterButton, FilterChips } from "#web/features/preferences/filter-bar.tsx";
import { useFilters } from "#web/features/preferences/preferences.queries.ts";
import { CreditCounter, CreditCounterSkeleton } from "#web/features/wallet/credit-counter.tsx";
import { OutOfCredits } from "#web/features/wallet/out-of-credits.tsx";
import { useWallet } from "#web/features/wallet/wallet.queries.ts";
import { ApiError, messageOf } from "#web/lib/api.ts";
import { Drawn, part, usePart } from "#web/lib/part.tsx";
import { useSession } from "#web/lib/session.ts";
import { useStanding } from "#web/lib/standing.ts";
import css from "#web/routes/browse.module.css";
import { NobodyFits } from "#web/routes/browse-empty.tsx";
import { focusHeading } from "#web/routes/leave-member.ts";
import { usePurse } from "#web/routes/purse.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Empty } from "#web/ui/empty.tsx";
import { Failure } from "#web/ui/failure.tsx";
import { PageHead } from "#web/ui/page-head.tsx";
import { Rack } from "#web/ui/rack.tsx";
import type from "#web/ui/type.module.css";

const filterSheet = part(() => import("#web/features/preferences/filter-sheet.tsx").then((file) => file.FilterSheet));

/** Members to discover. */
export function Component() {
  const wallet = useWallet();
  const { data: filters } = useFilters();
  const [choosing, setChoosing] = useState(false);
  const sheet = usePart(filterSheet, choosing, () => setChoosing(false));
  const { state, search } = useRestartSearch();
  const page = useRef<HTMLDivElement>(null);
  // A form of fifty controls: the button shows that it was pressed before it is drawn.
  const choose = () => startTransition(() => setChoosing(true));
  usePruneUnavailable();
  useCardFocusRecovery(page, focusHeading);
  return (
    <div ref={page} className={css.page}>
      <title>Browse · Spotter</title>
      <PageHead title="Browse" className={css.head}>
        <FilterChips filters={filters} />
        {wallet.isPending && <CreditCounterSkeleton />}
        {wallet.data && <CreditCounter wallet={wallet.data} />}
        <FilterButton filters={filters} onPress={choose} />
      </PageHead>
      <Left />
      <Profiles waiting={wallet.isPending} search={state} onWidened={search} />
      <Drawn as={sheet} open={choosing} onOpenChange={setChoosing} onSaved={() => void search()} />
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
  const profiles = useStanding(useBrowse());
  const isSent = useHasSentCrush();
  const purse = usePurse();
  const cards = useLeft("cards");
  const { data, error, isFetchingNextPage, isFetchNextPageError, hasNextPage } = profiles;

  if (!data && isEnoughToday(error)) return <EnoughToday text={error.message} />;
  if (!data && error) {
    return (
      <Failure
        className={css.failure}
        title={messageOf(error, "Failed to load profiles", "Failed to load profiles")}
        text="Nothing was spent. Check your connection, then try again."
        onRetry={() => void profiles.refetch()}
        other={
          <ButtonLink look="line" size="lg" to="/">
            Go Back
          </ButtonLink>
        }
      />
    );
  }
  if (!data || waiting) return <ProfileGridSkeleton />;
  if (data.length === 0 && !hasNextPage) {
    return <NobodyFits onWidened={onWidened} />;
  }
  return (
    <>
      <p role="status" className={type.hidden}>
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
            credits={purse}
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
          <Button look="line" onClick={() => void profiles.fetchNextPage()}>
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
  <Empty
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
  const { isOut: out } = usePurse();
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
