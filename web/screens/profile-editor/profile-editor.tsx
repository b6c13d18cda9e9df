import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { OwnProfile } from "#contract/members/profiles.ts";
import { PauseNotice } from "#web/domains/accounts/settings/pause-notice.tsx";
import { type PaymentConfirmation, useCheckoutReturn } from "#web/domains/billing/checkout/checkout-return.ts";
import { useWallet, walletQuery } from "#web/domains/billing/wallet.queries.ts";
import { browseKey } from "#web/domains/discovery/browse-key.ts";
import { RestrictionNotice } from "#web/domains/members/names/restriction-notice.tsx";
import { ownProfileQuery, useOwnProfile } from "#web/domains/members/own-profile.queries.ts";
import { queryClient } from "#web/lib/query.ts";
import { useStickyError } from "#web/lib/use-sticky-error.ts";
import { Editor } from "#web/screens/profile-editor/editor.tsx";
import { EditorError, EditorSkeleton } from "#web/screens/profile-editor/editor-layout.tsx";
import { areFirstStepsDue } from "#web/screens/profile-editor/first-steps.ts";
import { PreferencesPanel } from "#web/screens/profile-editor/preferences-panel.tsx";
import { TrainingPanel } from "#web/screens/profile-editor/training/training-panel.tsx";
import { VerificationRow } from "#web/screens/profile-editor/verification-row.tsx";
import { WalletPanel } from "#web/screens/profile-editor/wallet-panel.tsx";
import type { FormPart } from "#web/ui/form-part.ts";
import { LazyRender, lazyModule, useLazyModule } from "#web/ui/lazy-module.ts";

const profilePreview = lazyModule(() =>
  import("#web/screens/profile-editor/profile-preview.tsx").then((file) => file.ProfilePreview),
);

const firstSteps = lazyModule(() =>
  import("#web/screens/profile-editor/first-steps-panel.tsx").then((file) => file.FirstSteps),
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
