import { useState } from "react";
import { useBrowse } from "#web/features/browse/browse.api.ts";
import { NearEnd } from "#web/features/browse/near-end.tsx";
import { summaryOf } from "#web/features/browse/pages.ts";
import { ProfileGrid, ProfileGridSkeleton } from "#web/features/browse/profile-grid.tsx";
import { Rack } from "#web/features/browse/rack.tsx";
import { CrushButton } from "#web/features/crushes/crush-button.tsx";
import { useMatch } from "#web/features/crushes/match-store.ts";
import { CrushCounter, CrushCounterSkeleton } from "#web/features/wallet/crush-counter.tsx";
import { OutOfCrushes } from "#web/features/wallet/out-of-crushes.tsx";
import { useWallet } from "#web/features/wallet/wallet.api.ts";
import { messageOf } from "#web/lib/api.ts";
import { useSession } from "#web/lib/session.ts";
import css from "#web/routes/browse.module.css";
import { usePurse } from "#web/routes/purse.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Empty } from "#web/ui/empty.tsx";
import { Failure } from "#web/ui/failure.tsx";
import type from "#web/ui/type.module.css";

/** Members to discover. */
export function Component() {
  const wallet = useWallet();
  return (
    <div className={css.page}>
      <title>Browse · Spotter</title>
      <header className={css.top}>
        <h1 className={classNames(type.display, type.d32, css.title)}>Browse</h1>
        {wallet.isPending && <CrushCounterSkeleton />}
        {wallet.data && <CrushCounter wallet={wallet.data} />}
      </header>
      <Profiles waiting={wallet.isPending} />
      <Overlay />
    </div>
  );
}

/** @param waiting the cost on the buttons is not known yet, so they would change under the finger */
function Profiles({ waiting }: { waiting: boolean }) {
  const profiles = useBrowse();
  const purse = usePurse();
  const { data, error, isFetchingNextPage, isFetchNextPageError, hasNextPage } = profiles;

  if (!data && error) {
    return (
      <Failure
        className={css.failure}
        title={messageOf(error, "Failed to load profiles", "Failed to load profiles")}
        text="Nothing was spent."
        onRetry={() => void profiles.refetch()}
        other={
          <ButtonLink look="text" to="/">
            Go Back
          </ButtonLink>
        }
      />
    );
  }
  if (!data || waiting) return <ProfileGridSkeleton />;
  if (data.length === 0 && !hasNextPage) {
    return (
      <Empty
        art={<Rack />}
        title="No profiles available"
        text="New members join most days. Until then, a full profile makes you easier to find."
        action={
          <ButtonLink size="lg" to="/profile">
            Polish your profile
          </ButtonLink>
        }
      />
    );
  }
  return (
    <>
      <ProfileGrid
        profiles={data}
        growing={isFetchingNextPage}
        action={(profile, nameId) => (
          <CrushButton member={summaryOf(profile)} sent={profile.crushSent} purse={purse} describedBy={nameId} />
        )}
      />
      {hasNextPage && !isFetchNextPageError && (
        <NearEnd
          key={data.length}
          onNear={() => {
            if (!isFetchingNextPage) void profiles.fetchNextPage();
          }}
        />
      )}
      {isFetchNextPageError && (
        <div className={css.end}>
          <p>More profiles did not load.</p>
          <Button look="line" onClick={() => void profiles.fetchNextPage()}>
            Try again
          </Button>
        </div>
      )}
      {!hasNextPage && <p className={css.end}>That's everyone for now. New members join most days.</p>}
    </>
  );
}

/** Who chose to keep looking is not asked again before the app is opened anew. */
let lookingOn: string | undefined;

function Overlay() {
  const me = useSession()?.user._id;
  const { out } = usePurse();
  const match = useMatch();
  const [closed, setClosed] = useState(me !== undefined && lookingOn === me);
  function close(): void {
    lookingOn = me;
    setClosed(true);
  }
  // A match bought with the last crush has its moment first.
  return <OutOfCrushes open={out && !closed && !match} onClose={close} />;
}
