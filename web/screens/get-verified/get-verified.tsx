import { ArrowLeft } from "lucide-react";
import { useEffect } from "react";
import { useVerification, verificationQuery } from "#web/domains/moderation/verification/verification.queries.ts";
import { reloadPage } from "#web/lib/leaving.ts";
import { queryClient } from "#web/lib/query.ts";
import { useStickyError } from "#web/lib/use-sticky-error.ts";
import css from "#web/screens/get-verified/get-verified.module.css";
import { VerificationPanel } from "#web/screens/get-verified/verification-panel.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { IconLink } from "#web/ui/icon-button.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Delayed, Skeleton } from "#web/ui/skeleton.tsx";

/** Requests the data before the first rendering. */
export const preload = () => [queryClient.prefetchQuery(verificationQuery)];

/** Whether the document was loaded for this screen. Documents of other screens may not use the camera. */
function isOwnDocument(): boolean {
  const [navigation] = performance.getEntriesByType("navigation");
  return !navigation || new URL(navigation.name, location.href).pathname === location.pathname;
}

/** The live selfie for the Verified badge. */
export const Component = () => (isOwnDocument() ? <GetVerified /> : <Reload />);

function Reload() {
  useEffect(reloadPage, []);
  return <title>Get verified · Spotter</title>;
}

function GetVerified() {
  const { data: state, isError, refetch } = useStickyError(useVerification());
  return (
    <div className={css.page}>
      <title>Get verified · Spotter</title>
      <PageHeader
        title={state?.isVerified || state?.request?.state === "submitted" ? "Verification" : "Get verified"}
        before={
          <IconLink to="/settings/account" label="Back to settings" className={css.back}>
            <ArrowLeft />
          </IconLink>
        }
      />
      <div className={css.content}>
        {state ? (
          <VerificationPanel state={state} onTimeOver={() => void refetch()} />
        ) : isError ? (
          <ErrorState quiet title="This page did not load." onRetry={() => void refetch()} />
        ) : (
          <Delayed>
            <Skeleton style={{ display: "block", width: "100%", height: 220 }} />
          </Delayed>
        )}
      </div>
    </div>
  );
}
