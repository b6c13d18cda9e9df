import type { MemberView } from "#contract/discovery/discovery.ts";
import { CrushButton } from "#web/domains/crushes/crush-button.tsx";
import { useCrushCredits } from "#web/domains/crushes/crush-credits.ts";
import { useHeldCrushes } from "#web/domains/crushes/held-crushes.ts";
import { usePass } from "#web/domains/discovery/use-pass.ts";
import { PhotoCarousel } from "#web/domains/members/photos/photo-carousel.tsx";
import { useTransitionPhoto } from "#web/domains/members/photos/view-transition-photo.ts";
import { useCrushAbout } from "#web/screens/profile-view/crush-about-button.tsx";
import { toMemberSummary } from "#web/screens/profile-view/member-summary.ts";
import { useNextProfile } from "#web/screens/profile-view/next-profile.ts";
import { BackButton, ProfileMenu, useGoBack } from "#web/screens/profile-view/profile-navigation.tsx";
import { ActionSkeleton, DetailsSkeleton, PhotoSkeleton } from "#web/screens/profile-view/profile-placeholders.tsx";
import { ProfileSheet } from "#web/screens/profile-view/profile-sheet.tsx";
import css from "#web/screens/profile-view/profile-view.module.css";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { useLayer } from "#web/ui/layers.ts";
import typography from "#web/ui/typography.module.css";

interface Props {
  userId: string;
  /** While it loads, placeholders and the photo of the card are shown. */
  view: MemberView | undefined;
  /** The focused button is gone, so the name gets the focus. */
  unblocked: boolean;
}

/** A crush, "Not now", a message to a match, the next profile. */
function ProfileAction({ view: { user, crushSent, crushedOnMe, passedUntil, isMatch } }: { view: MemberView }) {
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
        member={toMemberSummary(user)}
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
            pass(toMemberSummary(user));
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

/**
 * A member's profile, or placeholders while it loads. The photos keep their element, because the view transition from the card
 * moves it.
 */
export function MemberProfile({ userId, view, unblocked }: Props) {
  const carried = useTransitionPhoto(userId);
  return (
    <div className={css.view} data-no-tabs="">
      <div className={css.left}>
        <div className={css.photos} style={carried?.style}>
          {view ? <Photos view={view} previewSrc={carried?.src} /> : <CarriedPhoto carried={carried} />}
        </div>
        {view ? <ProfileAction view={view} /> : <ActionSkeleton />}
      </div>
      <div className={css.sheet}>{view ? <ProfileSheet view={view} unblocked={unblocked} /> : <DetailsLoading />}</div>
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
