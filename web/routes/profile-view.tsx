import { ArrowLeft } from "lucide-react";
import { useEffect, useState } from "react";
import { Navigate, useNavigate, useParams } from "react-router";
import type { MemberView } from "#contract/discovery.ts";
import { GonePlate } from "#web/features/browse/gone-plate.tsx";
import { PhotoCarousel } from "#web/features/browse/photo-carousel.tsx";
import { ProfileStory } from "#web/features/browse/profile-story.tsx";
import { ProfileViewSkeleton } from "#web/features/browse/profile-view-skeleton.tsx";
import { CrushButton } from "#web/features/crushes/crush-button.tsx";
import { useMember } from "#web/features/members/member.api.ts";
import { useOwnProfile } from "#web/features/members/own-profile.ts";
import { MoreMenu } from "#web/features/safety/more-menu.tsx";
import { UnblockButton } from "#web/features/safety/unblock-button.tsx";
import { useWallet } from "#web/features/wallet/wallet.api.ts";
import { ApiError, messageOf } from "#web/lib/api.ts";
import { useSession } from "#web/lib/session.ts";
import { focusHeading, useLeaveMember } from "#web/routes/leave-member.ts";
import css from "#web/routes/profile-view.module.css";
import { usePurse } from "#web/routes/purse.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Empty } from "#web/ui/empty.tsx";
import { Failure } from "#web/ui/failure.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import type from "#web/ui/type.module.css";

/** Another member's profile; one's own address leads to the editor. */
export function Component() {
  const { userId = "" } = useParams();
  const me = useSession()?.user._id;
  if (userId === me) return <Navigate to="/profile" replace />;
  return <Profile key={userId} userId={userId} />;
}

/** An id that the server does not know, or could not be one. */
const isUnknown = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);

function Profile({ userId }: { userId: string }) {
  const { data: view, error, refetch } = useMember(userId);
  const wallet = useWallet();
  const own = useOwnProfile();
  const [unblocked, setUnblocked] = useState(false);
  function look(): void {
    setUnblocked(true);
    void refetch();
  }
  // What is shared stands first and the button says what it costs: both would move when they came later.
  if (view && !wallet.isPending && !own.isPending) return <Shown view={view} unblocked={unblocked} />;
  if (!error) {
    return (
      <>
        <title>Profile · Spotter</title>
        <h1 className={type.hidden}>Profile</h1>
        <ProfileViewSkeleton />
      </>
    );
  }
  if (error instanceof ApiError && error.code === "blocked") {
    return <Blocked userId={userId} onUnblocked={look} />;
  }
  if (isUnknown(error)) {
    return (
      <>
        <title>Profile not found · Spotter</title>
        <h1 className={type.hidden}>Profile</h1>
        <Empty
          className={css.unknown}
          art={<GonePlate />}
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
  return (
    <div className={css.failed}>
      <title>Profile · Spotter</title>
      <h1 className={type.hidden}>Profile</h1>
      <Failure
        title="This profile did not load"
        text={messageOf(error, "Something went wrong. Please try again.")}
        onRetry={() => void refetch()}
        other={
          <ButtonLink look="text" to="/browse">
            Back to Browse
          </ButtonLink>
        }
      />
    </div>
  );
}

/** Somebody whom I have blocked: there is nothing to see, but a way back. */
function Blocked({ userId, onUnblocked }: { userId: string; onUnblocked: () => void }) {
  return (
    <>
      <title>Blocked member · Spotter</title>
      <h1 className={type.hidden}>Profile</h1>
      <Empty
        className={css.unknown}
        art={<GonePlate />}
        title="You have blocked this member."
        text="You do not see each other. Unblocking brings no match or conversation back."
        action={<UnblockButton userId={userId} onUnblocked={onUnblocked} />}
      />
    </>
  );
}

/** @param unblocked the button that had the focus is gone: the name takes it */
function Shown({ view, unblocked }: { view: MemberView; unblocked: boolean }) {
  useEffect(() => {
    if (unblocked) focusHeading();
  }, [unblocked]);
  const purse = usePurse();
  const mine = useOwnProfile().data?.profile.interests ?? [];
  const { user, crushSent, isMatch } = view;
  const leave = useLeaveMember(user._id, "/browse");
  const more = { member: user, matched: isMatch, onEnded: leave };
  return (
    <div className={css.view}>
      <title>{`${user.username} · Spotter`}</title>
      <div className={css.left}>
        <PhotoCarousel photos={user.profile.photos} username={user.username} everywhere>
          <Back />
          <MoreMenu {...more} look="photo" className={css.moreOnPhoto} />
        </PhotoCarousel>
        <div className={css.action}>
          {isMatch && (
            <ButtonLink size="lg" wide to={`/messages/${user._id}`}>
              Send Message
            </ButtonLink>
          )}
          <CrushButton
            member={user}
            sent={crushSent || isMatch}
            purse={purse}
            label="Send a Crush"
            sentLabel="Crush Sent ✓"
            size="lg"
            wide={!isMatch}
          />
        </div>
      </div>
      <div className={css.sheet}>
        <MoreMenu {...more} className={css.more} />
        <ProfileStory view={view} mine={mine} />
      </div>
    </div>
  );
}

/** Back to where one came from; to Browse for those who came by a link. */
function Back() {
  const navigate = useNavigate();
  const canGoBack = (window.history.state as { idx?: number } | null)?.idx ?? 0;
  return (
    <IconButton
      look="photo"
      label="Back"
      className={css.back}
      onClick={() => void (canGoBack > 0 ? navigate(-1) : navigate("/browse"))}
    >
      <ArrowLeft />
    </IconButton>
  );
}
