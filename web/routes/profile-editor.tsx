import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { OwnProfile } from "#contract/profiles.ts";
import { browseKey } from "#web/features/browse/browse.queries.ts";
import { ownProfileQuery, useOwnProfile } from "#web/features/members/own-profile.queries.ts";
import { RestrictionNotice } from "#web/features/members/restriction-notice.tsx";
import { PreferencesPanel } from "#web/features/preferences/preferences-panel.tsx";
import { Editor } from "#web/features/profile/editor.tsx";
import { EditorError, EditorSkeleton } from "#web/features/profile/editor-layout.tsx";
import { areFirstStepsDue } from "#web/features/profile/first-steps.ts";
import { PauseNotice } from "#web/features/settings/pause-notice.tsx";
import { TrainingPanel } from "#web/features/training/training-panel.tsx";
import { VerificationRow } from "#web/features/verification/verification-row.tsx";
import { type PaymentConfirmation, useCheckoutReturn } from "#web/features/wallet/checkout-return.ts";
import { useWallet, walletQuery } from "#web/features/wallet/wallet.queries.ts";
import { WalletPanel } from "#web/features/wallet/wallet-panel.tsx";
import { queryClient } from "#web/lib/query.ts";
import { useStickyError } from "#web/lib/use-sticky-error.ts";
import type { FormPart } from "#web/ui/form-part.ts";
import { LazyRender, lazyModule, useLazyModule } from "#web/ui/lazy-module.ts";

const profilePreview = lazyModule(() =>
  import("#web/features/profile/profile-preview.tsx").then((file) => file.ProfilePreview),
);

const firstSteps = lazyModule(() =>
  import("#web/features/profile/first-steps-panel.tsx").then((file) => file.FirstSteps),
);

/** Requests the data before the first rendering. */
export const preload = () => [queryClient.prefetchQuery(ownProfileQuery), queryClient.prefetchQuery(walletQuery)];

/** The member's own profile and wallet. Checkouts return here. */
export function Component() {
  const { data: own, isError, refetch } = useStickyError(useOwnProfile());
  const week = useRef<FormPart>(null);
  const preferences = useRef<FormPart>(null);
  const [isWeekDirty, setWeekDirty] = useState(false);
  const [arePreferencesDirty, setPreferencesDirty] = useState(false);
  const cache = useQueryClient();
  const checkout = useCheckoutReturn();
  const [hasFailed, setFailed] = useState(false);
  // The editor waits for them, because they would push it down. Without them it can be filled in all the same.
  const needsFirstSteps = own !== undefined && !hasFailed && areFirstStepsDue(own);
  const FirstSteps = useLazyModule(firstSteps, needsFirstSteps, () => setFailed(true));
  /** Profile and preferences determine the search results. The next visit searches again. */
  const clearResults = () => cache.removeQueries({ queryKey: browseKey });
  return (
    <>
      <title>Profile · Spotter</title>
      <RestrictionNotice />
      <PauseNotice />
      {own && (FirstSteps || !needsFirstSteps) ? (
        <Editor
          own={own}
          lead={needsFirstSteps && <LazyRender as={FirstSteps} own={own} onSaved={clearResults} />}
          belowPhotos={<VerificationRow />}
          preview={(shown) => <Preview own={shown} />}
          parts={[
            { name: "My Week", part: week, isDirty: isWeekDirty },
            { name: "Match Preferences", part: preferences, isDirty: arePreferencesDirty },
          ]}
          onSaved={clearResults}
        >
          <TrainingPanel part={week} onSaved={clearResults} onDirty={setWeekDirty} />
          <PreferencesPanel part={preferences} onSaved={clearResults} onDirty={setPreferencesDirty} />
          <Wallet {...checkout} />
        </Editor>
      ) : isError ? (
        <EditorError onRetry={() => void refetch()} />
      ) : (
        <EditorSkeleton />
      )}
    </>
  );
}

function Wallet({ hasReturned, payment }: { hasReturned: boolean; payment: PaymentConfirmation | undefined }) {
  const wallet = useStickyError(useWallet());
  return (
    <WalletPanel
      wallet={wallet.data}
      hasFailed={wallet.isError}
      onRetry={() => void wallet.refetch()}
      hasReturned={hasReturned}
      payment={payment}
    />
  );
}

/** Loads together with the dialog around it. */
function Preview({ own }: { own: OwnProfile }) {
  const Content = useLazyModule(profilePreview, true, () => undefined);
  return <LazyRender as={Content} own={own} />;
}
