import { ArrowLeft, Heart } from "lucide-react";
import { useEffect, useState } from "react";
import type { Params } from "react-router";
import { Navigate, useNavigate, useParams } from "react-router";
import { isPrompt } from "#contract/catalog.ts";
import type { MemberView } from "#contract/discovery.ts";
import type { CrushAbout } from "#contract/schemas.ts";
import { focusHeading } from "#web/app/after-navigation.ts";
import { useAppMenuItem } from "#web/app/app-menu-item.tsx";
import { useLeaveMember } from "#web/app/leave-member.ts";
import { useCrushCredits } from "#web/app/use-credits.ts";
import { usePass, useUndoPass } from "#web/app/use-pass.ts";
import { useNextProfile } from "#web/features/browse/next-profile.ts";
import { PhotoCarousel } from "#web/features/browse/photo-carousel.tsx";
import {
  ActionSkeleton,
  DetailsSkeleton,
  PhotoSkeleton,
  UnavailableIllustration,
} from "#web/features/browse/profile-placeholders.tsx";
import { CrushAboutButton } from "#web/features/crushes/crush-about-button.tsx";
import { CrushButton } from "#web/features/crushes/crush-button.tsx";
import { CrushSubject } from "#web/features/crushes/crush-subject.tsx";
import { useHeldCrushes } from "#web/features/crushes/held-crushes.ts";
import { DailyLimitNotice } from "#web/features/members/daily-limit-notice.tsx";
import { formatNewPeopleLimit, formatProfilesLimit, useRemaining } from "#web/features/members/daily-limits.ts";
import { memberQuery, useMember } from "#web/features/members/member.queries.ts";
import { ownProfileQuery, useOwnProfile } from "#web/features/members/own-profile.queries.ts";
import { ProfileDetails } from "#web/features/members/profile-details.tsx";
import { useTransitionPhoto } from "#web/features/members/view-transition-photo.ts";
import { MemberMenu } from "#web/features/safety/member-menu.tsx";
import { ReportButton } from "#web/features/safety/report-button.tsx";
import { ReportDialogs } from "#web/features/safety/report-dialogs.tsx";
import { useUnblockMember } from "#web/features/safety/safety.queries.ts";
import { useWallet, walletQuery } from "#web/features/wallet/wallet.queries.ts";
import { ApiError } from "#web/lib/api.ts";
import { formatDate } from "#web/lib/format-date.ts";
import { queryClient } from "#web/lib/query.ts";
import { useSession } from "#web/lib/session.ts";
import { useStickyError } from "#web/lib/use-sticky-error.ts";
import css from "#web/routes/profile-view.module.css";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { useLayer } from "#web/ui/layers.ts";
import typography from "#web/ui/typography.module.css";

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
  if (isUnknown(error)) return <Unknown wasShown={shown} />;
  if (error instanceof ApiError && error.code === "blocked") {
    return <Blocked userId={userId} wasShown={shown} onUnblocked={handleUnblocked} />;
  }
  if (!view && error instanceof ApiError && error.code === "daily_profile_limit")
    return <DailyLimitReached text={error.message} />;
  // Shared interests come first and the button shows its cost: both would shift the layout if they came later.
  const loaded = wallet.isPending || own.isPending ? undefined : view;
  if (loaded || !error) return <MemberProfile userId={userId} view={loaded} unblocked={unblocked} />;
  return (
    <div className={css.failed}>
      <title>Profile · Spotter</title>
      <ErrorState
        quiet
        level={1}
        title="This profile did not load."
        onRetry={retry}
        secondaryAction={<BackToBrowse />}
      />
    </div>
  );
}

const DailyLimitReached = ({ text }: { text: string }) => (
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

/** If the profile disappeared with the focused element, focuses the heading, which explains why. */
function useFocusHeading(wasShown: boolean): void {
  useEffect(() => {
    if (wasShown && document.activeElement === document.body) focusHeading();
  }, [wasShown]);
}

function Unknown({ wasShown }: { wasShown: boolean }) {
  useFocusHeading(wasShown);
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

function Blocked({ userId, wasShown, onUnblocked }: BlockedProps) {
  useFocusHeading(wasShown);
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
          <div className={css.buttons}>
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
  /** While it loads, placeholders and the photo of the card are shown. */
  view: MemberView | undefined;
  /** The focused button is gone, so the name gets the focus. */
  unblocked: boolean;
}

/**
 * A member's profile, or placeholders while it loads. The photos keep their element, because the view transition from the card
 * moves it.
 */
function MemberProfile({ userId, view, unblocked }: ShownProps) {
  const carried = useTransitionPhoto(userId);
  return (
    <div className={css.view} data-no-tabs="">
      <div className={css.left}>
        <div className={css.photos} style={carried?.style}>
          {view ? <Photos view={view} previewSrc={carried?.src} /> : <CarriedPhoto carried={carried} />}
        </div>
        {view ? <Action view={view} /> : <ActionSkeleton />}
      </div>
      <div className={css.sheet}>{view ? <Details view={view} unblocked={unblocked} /> : <DetailsLoading />}</div>
    </div>
  );
}

function CarriedPhoto({ carried }: { carried: ReturnType<typeof useTransitionPhoto> }) {
  if (!carried) return <PhotoSkeleton />;
  return (
    <PhotoCarousel photos={carried.photos} username={carried.username} previewSrc={carried.src}>
      <BackButton />
    </PhotoCarousel>
  );
}

function DetailsLoading() {
  return (
    <>
      <title>Profile · Spotter</title>
      <h1 className={typography.hidden}>Profile</h1>
      <DetailsSkeleton />
    </>
  );
}

/** On phones over the photos, otherwise beside the name. */
function ProfileMenu({ view: { user, isMatch }, overPhoto = false }: { view: MemberView; overPhoto?: boolean }) {
  const leave = useLeaveMember(user._id, "/browse");
  const appMenu = useAppMenuItem();
  return (
    <MemberMenu
      member={user}
      isMatched={isMatch}
      onEnded={leave}
      furtherItems={appMenu}
      variant={overPhoto ? "photo" : "page"}
      className={overPhoto ? css.moreOnPhoto : css.more}
    />
  );
}

function Photos({ view, previewSrc }: { view: MemberView; previewSrc: string | undefined }) {
  const { username, profile } = view.user;
  const renderAbout = useCrushAbout(view);
  return (
    <PhotoCarousel
      photos={profile.photos}
      username={username}
      previewSrc={previewSrc}
      handlesGlobalKeys
      action={({ _id }) => renderAbout({ kind: "photo", photoId: _id }, "photo")}
    >
      <BackButton />
      <ProfileMenu view={view} overPhoto />
    </PhotoCarousel>
  );
}

/** @returns renders the button for a crush that says what on the profile it is about */
function useCrushAbout({ user, crushSent, crushedOnMe, isMatch }: MemberView) {
  const credits = useCrushCredits();
  const shared = { member: user, isSent: crushSent || isMatch, isAnswer: crushedOnMe, credits };
  return (about: CrushAbout, variant: "line" | "photo") => (
    <CrushAboutButton {...shared} about={about} variant={variant} />
  );
}

function Action({ view: { user, crushSent, crushedOnMe, passedUntil, isMatch } }: { view: MemberView }) {
  const credits = useCrushCredits();
  const pass = usePass();
  const leave = useGoBack();
  const heldIds = useHeldCrushes().map(({ memberId }) => memberId);
  const isHeld = heldIds.includes(user._id);
  const next = useNextProfile(user._id, heldIds);
  useLayer("bar");
  if (isMatch) {
    return (
      <div className={css.action}>
        <ButtonLink size="lg" wide to={`/messages/${user._id}`}>
          Send Message
        </ButtonLink>
      </div>
    );
  }
  return (
    <div className={css.action}>
      <CrushButton
        member={user}
        isSent={crushSent}
        isAnswer={crushedOnMe}
        credits={credits}
        label={crushedOnMe ? "Crush back" : "Send a Crush"}
        sentLabel="Crush Sent ✓"
        size="lg"
        wide
      />
      {!crushSent && !isHeld && passedUntil === null && (
        <Button
          variant="line"
          size="lg"
          onClick={() => {
            pass(user);
            leave();
          }}
        >
          Not now
        </Button>
      )}
      {(isHeld || crushSent) && next && (
        // Replaces the entry, so that Back leads to the list.
        <ButtonLink variant="line" size="lg" className={css.next} to={`/profile/${next.id}`} replace>
          <span className={typography.cut}>Next: {next.username}</span>
        </ButtonLink>
      )}
    </div>
  );
}

function Details({ view, unblocked }: { view: MemberView; unblocked: boolean }) {
  useEffect(() => {
    if (unblocked) focusHeading();
  }, [unblocked]);
  const ownInterests = useOwnProfile().data?.profile.interests ?? [];
  const leave = useLeaveMember(view.user._id, "/browse");
  const renderAbout = useCrushAbout(view);
  return (
    <>
      <title>{`${view.user.username} · Spotter`}</title>
      <RemainingToday view={view} />
      <Standing view={view} />
      <div className={css.details}>
        <ProfileMenu view={view} />
        <ProfileDetails
          view={view}
          ownInterests={ownInterests}
          answerAction={(question) => isPrompt(question) && renderAbout({ kind: "prompt", question }, "line")}
          report={<ReportButton member={view.user} onBlocked={leave} />}
        />
      </div>
    </>
  );
}

/** What is between the two and not to be seen on the profile: their crush, or my "Not now". */
function Standing({ view }: { view: MemberView }) {
  const { user, crushSent, crushedOnMe, crushAbout, passedUntil, isMatch } = view;
  const undoPass = useUndoPass(user._id);
  if (passedUntil !== null) {
    return (
      <p className={css.standing}>
        <span>Rests until {formatDate(passedUntil)}.</span>
        <Button
          variant="text"
          busy={undoPass.isPending ? "Showing..." : undefined}
          onClick={() => undoPass.mutate(undefined, { onSuccess: focusHeading })}
        >
          Show again
        </Button>
      </p>
    );
  }
  if (!crushedOnMe || crushSent || isMatch) return null;
  return (
    <div className={css.standing}>
      <Chip variant="crush" size="sm" icon={<Heart aria-hidden="true" />}>
        Crushed on you
      </Chip>
      <p>Crush back, and it is a match.</p>
      {crushAbout && <CrushSubject about={crushAbout} className={css.subject} />}
    </div>
  );
}

/** Shown when little is left of a daily limit. */
function RemainingToday({ view: { crushSent, isMatch, profiles } }: { view: MemberView }) {
  const newPeople = useRemaining("newPeople");
  const text =
    newPeople && !crushSent && !isMatch ? formatNewPeopleLimit(newPeople) : profiles && formatProfilesLimit(profiles);
  return <DailyLimitNotice text={text} className={css.leftToday} />;
}

/** Leads to Browse if the profile was opened by a link. */
function useGoBack(): () => void {
  const navigate = useNavigate();
  return () => {
    const canGoBack = (window.history.state as { idx?: number } | null)?.idx ?? 0;
    void (canGoBack > 0 ? navigate(-1) : navigate("/browse"));
  };
}

function BackButton() {
  const goBack = useGoBack();
  return (
    <IconButton variant="photo" label="Back" className={css.back} onClick={goBack}>
      <ArrowLeft />
    </IconButton>
  );
}

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
