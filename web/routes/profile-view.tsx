import { useEffect, useState } from "react";
import { Navigate, useParams } from "react-router";
import { focusHeading } from "#web/app/after-navigation.ts";
import { UnavailableIllustration } from "#web/features/browse/unavailable-illustration.tsx";
import { useMember } from "#web/features/members/member.queries.ts";
import { useOwnProfile } from "#web/features/members/own-profile.queries.ts";
import { ReportDialogs } from "#web/features/safety/report-dialogs.tsx";
import { UnblockButton } from "#web/features/safety/unblock-button.tsx";
import { useWallet } from "#web/features/wallet/wallet.queries.ts";
import { ApiError, getErrorMessage } from "#web/lib/api.ts";
import { useSession } from "#web/lib/session.ts";
import { useStickyError } from "#web/lib/use-sticky-error.ts";
import { MemberProfile } from "#web/routes/profile-shown.tsx";
import css from "#web/routes/profile-view.module.css";
import { ButtonLink } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";

/** Another member's profile; one's own address leads to the editor. */
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

/** An id that the server does not know, or could not be one. */
const isUnknown = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);

function Profile({ userId }: { userId: string }) {
  const { data: view, error: answer, refetch } = useStickyError(useMember(userId));
  const wallet = useWallet();
  const own = useOwnProfile();
  const [unblocked, setUnblocked] = useState(false);
  const [shown, setShown] = useState(false);
  if (view && !shown) setShown(true);
  const ask = () => void refetch();
  function look(): void {
    setUnblocked(true);
    ask();
  }
  // What is not to be seen any more is not shown from before.
  if (isUnknown(answer)) return <Unknown wasShown={shown} />;
  if (answer instanceof ApiError && answer.code === "blocked") {
    return <Blocked userId={userId} wasShown={shown} onUnblocked={look} />;
  }
  if (!view && answer instanceof ApiError && answer.code === "daily_profile_limit")
    return <EnoughToday text={answer.message} />;
  // What is shared stands first and the button says what it costs: both would move when they came later.
  const known = wallet.isPending || own.isPending ? undefined : view;
  if (known || !answer) return <MemberProfile userId={userId} view={known} unblocked={unblocked} />;
  return (
    <div className={css.failed}>
      <title>Profile · Spotter</title>
      <ErrorState
        level={1}
        title="This profile did not load."
        text={getErrorMessage(answer, "Something went wrong. Please try again.")}
        onRetry={ask}
        other={<BackToBrowse />}
      />
    </div>
  );
}

/** Profiles of new people are opened tomorrow again; whoever is known stays open. */
const EnoughToday = ({ text }: { text: string }) => (
  <>
    <title>Profile · Spotter</title>
    <EmptyState
      level={1}
      className={css.unknown}
      art={<UnavailableIllustration />}
      title="That's all for today"
      text={`${text} Whoever sent you a crush, and your matches, stay open to you.`}
      action={<BackToBrowse />}
    />
  </>
);

const BackToBrowse = () => (
  <ButtonLink variant="line" size="lg" to="/browse">
    Back to Browse
  </ButtonLink>
);

/** What had the focus went with the profile that was shown before: the heading takes it, and says what has happened. */
function useHeadingInstead(wasShown: boolean): void {
  useEffect(() => {
    if (wasShown && document.activeElement === document.body) focusHeading();
  }, [wasShown]);
}

/** Nobody who could be seen. */
function Unknown({ wasShown }: { wasShown: boolean }) {
  useHeadingInstead(wasShown);
  return (
    <>
      <title>Profile not found · Spotter</title>
      <EmptyState
        level={1}
        className={css.unknown}
        art={<UnavailableIllustration />}
        title="Profile not found"
        text="This member is not on Spotter any more, or the link is not quite right."
        action={
          <ButtonLink size="lg" to="/crushes">
            Back to My Crushes
          </ButtonLink>
        }
      />
    </>
  );
}

interface BlockedProps {
  userId: string;
  wasShown: boolean;
  onUnblocked: () => void;
}

/** Somebody whom I have blocked: there is nothing to see, but a way back. */
function Blocked({ userId, wasShown, onUnblocked }: BlockedProps) {
  useHeadingInstead(wasShown);
  return (
    <>
      <title>Blocked member · Spotter</title>
      <EmptyState
        level={1}
        className={css.unknown}
        art={<UnavailableIllustration />}
        title="You have blocked this member."
        text="You do not see each other. Unblocking brings no match or conversation back."
        action={
          <div className={css.ways}>
            <UnblockButton userId={userId} onUnblocked={onUnblocked} />
            <BackToBrowse />
          </div>
        }
      />
    </>
  );
}
