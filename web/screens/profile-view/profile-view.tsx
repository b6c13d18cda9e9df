import { useState } from "react";
import { Navigate, type Params, useParams } from "react-router";
import { useWallet, walletQuery } from "#web/domains/billing/wallet.queries.ts";
import { memberQuery, useMember } from "#web/domains/members/member.queries.ts";
import { ownProfileQuery, useOwnProfile } from "#web/domains/members/own-profile.queries.ts";
import { ReportDialogs } from "#web/domains/moderation/reports/report-dialogs.tsx";
import { ApiError } from "#web/lib/api.ts";
import { queryClient } from "#web/lib/query.ts";
import { useSession } from "#web/lib/session.ts";
import { useStickyError } from "#web/lib/use-sticky-error.ts";
import { MemberProfile } from "#web/screens/profile-view/member-profile.tsx";
import {
  BlockedMember,
  DailyLimitReached,
  LoadFailed,
  UnknownMember,
} from "#web/screens/profile-view/profile-unavailable.tsx";

/** Requests the data before the first rendering. */
export const preload = ({ userId = "" }: Params) => [
  queryClient.prefetchQuery(memberQuery(queryClient, userId)),
  queryClient.prefetchQuery(walletQuery),
  queryClient.prefetchQuery(ownProfileQuery),
];

/** Another member's profile. The member's own address redirects to the editor. */
export function Component() {
  const { userId = "" } = useParams();
  const me = useSession()?.user._id;
  if (userId === me) return <Navigate to="/profile" replace />;
  return (
    <>
      <Profile key={userId} userId={userId} />
      <ReportDialogs />
    </>
  );
}

/** 400: the id is malformed. */
const isUnknown = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);

function Profile({ userId }: { userId: string }) {
  const { data: view, error, refetch } = useStickyError(useMember(userId));
  const wallet = useWallet();
  const own = useOwnProfile();
  const [unblocked, setUnblocked] = useState(false);
  const [shown, setShown] = useState(false);
  if (view && !shown) setShown(true);
  const retry = () => void refetch();
  function handleUnblocked(): void {
    setUnblocked(true);
    retry();
  }
  // A cached profile that became unavailable must not be shown.
  if (isUnknown(error)) return <UnknownMember wasShown={shown} />;
  if (error instanceof ApiError && error.code === "blocked") {
    return <BlockedMember userId={userId} wasShown={shown} onUnblocked={handleUnblocked} />;
  }
  if (!view && error instanceof ApiError && error.code === "daily_profile_limit")
    return <DailyLimitReached text={error.message} />;
  // Shared interests come first and the button shows its cost: both would shift the layout if they came later.
  const loaded = wallet.isPending || own.isPending ? undefined : view;
  if (loaded || !error) return <MemberProfile userId={userId} view={loaded} unblocked={unblocked} />;
  return <LoadFailed onRetry={retry} />;
}
