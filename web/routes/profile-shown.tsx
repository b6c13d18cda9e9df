import { ArrowLeft } from "lucide-react";
import { useEffect } from "react";
import { useNavigate } from "react-router";
import type { MemberView } from "#contract/discovery.ts";
import { focusHeading } from "#web/app/after-navigation.ts";
import { useLeaveMember } from "#web/app/leave-member.ts";
import { useCrushCredits } from "#web/app/use-credits.ts";
import { PhotoCarousel } from "#web/features/browse/photo-carousel.tsx";
import { ProfileDetails } from "#web/features/browse/profile-details.tsx";
import { ActionSkeleton, DetailsSkeleton, PhotoSkeleton } from "#web/features/browse/profile-skeletons.tsx";
import { CrushButton } from "#web/features/crushes/crush-button.tsx";
import { newPeopleWords, profilesWords, useLeft } from "#web/features/members/daily-limits.ts";
import { LeftToday } from "#web/features/members/left-today.tsx";
import { useOwnProfile } from "#web/features/members/own-profile.queries.ts";
import { useCarriedPhoto } from "#web/features/members/view-transition-photo.ts";
import { MemberMenu } from "#web/features/safety/member-menu.tsx";
import { ReportButton } from "#web/features/safety/report-button.tsx";
import css from "#web/routes/profile-view.module.css";
import { ButtonLink } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import typography from "#web/ui/typography.module.css";

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
export function MemberProfile({ userId, view, unblocked }: ShownProps) {
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
