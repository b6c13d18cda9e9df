import { ArrowLeft } from "lucide-react";
import { useEffect, useState } from "react";
import { Navigate, useNavigate, useParams } from "react-router";
import type { MemberView } from "#contract/discovery.ts";
import { focusHeading } from "#web/app/after-navigation.ts";
import { useLeaveMember } from "#web/app/leave-member.ts";
import { useCrushCredits } from "#web/app/use-credits.ts";
import { PhotoCarousel } from "#web/features/browse/photo-carousel.tsx";
import { ProfileDetails } from "#web/features/browse/profile-details.tsx";
import {
  ActionSkeleton,
  DetailsSkeleton,
  PhotoSkeleton,
  UnavailableIllustration,
} from "#web/features/browse/profile-placeholders.tsx";
import { CrushButton } from "#web/features/crushes/crush-button.tsx";
import { newPeopleWords, profilesWords, useLeft } from "#web/features/members/daily-limits.ts";
import { LeftToday } from "#web/features/members/left-today.tsx";
import { useMember } from "#web/features/members/member.queries.ts";
import { useOwnProfile } from "#web/features/members/own-profile.queries.ts";
import { useCarriedPhoto } from "#web/features/members/view-transition-photo.ts";
import { MemberMenu } from "#web/features/safety/member-menu.tsx";
import { ReportButton } from "#web/features/safety/report-button.tsx";
import { ReportDialogs } from "#web/features/safety/report-dialogs.tsx";
import { useUnblockMember } from "#web/features/safety/safety.queries.ts";
import { useWallet } from "#web/features/wallet/wallet.queries.ts";
import { ApiError, getErrorMessage } from "#web/lib/api.ts";
import { useSession } from "#web/lib/session.ts";
import { useStickyError } from "#web/lib/use-sticky-error.ts";
import css from "#web/routes/profile-view.module.css";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import typography from "#web/ui/typography.module.css";

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

interface ShownProps {
  userId: string;
  /** Before it is known its places are shown, and the photo that came along with the card. */
  view: MemberView | undefined;
  /** The button that had the focus is gone: the name takes it. */
  unblocked: boolean;
}

/**
 * A member's profile, or its places until it is known. The photos stand in the same element before and after: while they move
 * here from a card, it must not go.
 */
function MemberProfile({ userId, view, unblocked }: ShownProps) {
  const carried = useCarriedPhoto(userId);
  return (
    <div className={css.view}>
      <div className={css.left}>
        <div className={css.photos} style={carried?.style}>
          {view ? <Photos view={view} standIn={carried?.src} /> : <PhotoSoFar carried={carried} />}
        </div>
        {view ? <Action view={view} /> : <ActionSkeleton />}
      </div>
      <div className={css.sheet}>{view ? <Words view={view} unblocked={unblocked} /> : <Waiting />}</div>
    </div>
  );
}

function PhotoSoFar({ carried }: { carried: ReturnType<typeof useCarriedPhoto> }) {
  if (!carried) return <PhotoSkeleton />;
  return (
    <PhotoCarousel photos={carried.photos} username={carried.username} standIn={carried.src}>
      <Back />
    </PhotoCarousel>
  );
}

function Waiting() {
  return (
    <>
      <title>Profile · Spotter</title>
      <h1 className={typography.hidden}>Profile</h1>
      <DetailsSkeleton />
    </>
  );
}

/** What can be done with the member: on a phone it lies over the photos, elsewhere beside the name. */
function More({ view: { user, isMatch }, overPhoto = false }: { view: MemberView; overPhoto?: boolean }) {
  const leave = useLeaveMember(user._id, "/browse");
  return (
    <MemberMenu
      member={user}
      isMatched={isMatch}
      onEnded={leave}
      variant={overPhoto ? "photo" : "page"}
      className={overPhoto ? css.moreOnPhoto : css.more}
    />
  );
}

function Photos({ view, standIn }: { view: MemberView; standIn: string | undefined }) {
  const { username, profile } = view.user;
  return (
    <PhotoCarousel photos={profile.photos} username={username} standIn={standIn} handlesGlobalKeys>
      <Back />
      <More view={view} overPhoto />
    </PhotoCarousel>
  );
}

function Action({ view: { user, crushSent, isMatch } }: { view: MemberView }) {
  const credits = useCrushCredits();
  return (
    <div className={css.action}>
      {isMatch && (
        <ButtonLink size="lg" wide to={`/messages/${user._id}`}>
          Send Message
        </ButtonLink>
      )}
      <CrushButton
        member={user}
        isSent={crushSent || isMatch}
        credits={credits}
        label="Send a Crush"
        sentLabel="Crush Sent ✓"
        size="lg"
        wide={!isMatch}
      />
    </div>
  );
}

function Words({ view, unblocked }: { view: MemberView; unblocked: boolean }) {
  useEffect(() => {
    if (unblocked) focusHeading();
  }, [unblocked]);
  const mine = useOwnProfile().data?.profile.interests ?? [];
  const leave = useLeaveMember(view.user._id, "/browse");
  return (
    <>
      <title>{`${view.user.username} · Spotter`}</title>
      <Left view={view} />
      <div className={css.told}>
        <More view={view} />
        <ProfileDetails
          view={view}
          ownInterests={mine}
          report={<ReportButton member={view.user} onBlocked={leave} />}
        />
      </div>
    </>
  );
}

/** What is left of the day's new people and profiles, where it is little. */
function Left({ view: { crushSent, isMatch, profiles } }: { view: MemberView }) {
  const newPeople = useLeft("newPeople");
  const text = newPeople && !crushSent && !isMatch ? newPeopleWords(newPeople) : profiles && profilesWords(profiles);
  return <LeftToday text={text} className={css.leftToday} />;
}

/** Back to where one came from; to Browse for those who came by a link. */
function Back() {
  const navigate = useNavigate();
  const canGoBack = (window.history.state as { idx?: number } | null)?.idx ?? 0;
  return (
    <IconButton
      variant="photo"
      label="Back"
      className={css.back}
      onClick={() => void (canGoBack > 0 ? navigate(-1) : navigate("/browse"))}
    >
      <ArrowLeft />
    </IconButton>
  );
}

/** The way back from a block. */
function UnblockButton({ userId, onUnblocked }: { userId: string; onUnblocked: () => void }) {
  const { mutate, isPending } = useUnblockMember(userId);
  return (
    <Button
      size="lg"
      busy={isPending ? "Unblocking..." : undefined}
      onClick={() => mutate(undefined, { onSuccess: onUnblocked })}
    >
      Unblock
    </Button>
  );
}
