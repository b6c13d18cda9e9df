import { Heart } from "lucide-react";
import { type ReactNode, useId, useRef } from "react";
import type { BrowseProfile } from "#contract/discovery.ts";
import { useIsMatched } from "#web/features/browse/browse.queries.ts";
import { toMemberSummary } from "#web/features/browse/browse-pages.ts";
import css from "#web/features/browse/profile-card.module.css";
import { useSwipeAway } from "#web/features/browse/use-swipe-away.ts";
import { DemoTag } from "#web/features/members/demo-tag.tsx";
import { MemberName } from "#web/features/members/name.tsx";
import { PassButton } from "#web/features/members/pass-button.tsx";
import { MemberPhoto, type PhotoPriority } from "#web/features/members/photo.tsx";
import { BROWSE_CARD_SIZES } from "#web/features/members/photo-sizes.ts";
import { RecencyMark } from "#web/features/members/recency-mark.tsx";
import { VerifiedMark } from "#web/features/members/verified-badge.tsx";
import { usePhotoTransition } from "#web/features/members/view-transition-photo.ts";
import { formatBand, useUnits } from "#web/lib/units.ts";
import { Chip } from "#web/ui/chip.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Link } from "#web/ui/link.tsx";
import typography from "#web/ui/typography.module.css";

interface Props {
  profile: BrowseProfile;
  priority?: PhotoPriority | undefined;
  /** Renders the button below. `nameId` is the id of the member's name, for the button's accessible name. */
  action: (nameId: string) => ReactNode;
  /** "Not now" by button or by a swipe to the left; undefined if the viewer has sent a crush. */
  onPass: (() => void) | undefined;
  /** False in a row, which a swipe scrolls. */
  isSwipeable?: boolean;
  /** The level of the name. */
  heading?: "h2" | "h3";
}

/** The card: the best reasons at the top of the photo, the name at its bottom, location and action below. */
export function ProfileCard({ profile, priority, action, onPass, isSwipeable = true, heading: Heading = "h2" }: Props) {
  const nameId = useId();
  const units = useUnits();
  const card = useRef<HTMLElement>(null);
  const onSwipe = isSwipeable ? onPass : undefined;
  useSwipeAway(card, onSwipe);
  const { id, username, age, location, distance, photos, isDemo, isVerified, reasons } = profile;
  const { crushedOnMe, recency } = profile;
  const isMatch = useIsMatched()(profile);
  // A third line would cover the face.
  const [best, next] = crushedOnMe || isMatch ? reasons.slice(0, 1) : reasons;
  const { link, previewSrc } = usePhotoTransition(id, username, photos[0]);
  return (
    <article className={classNames(css.card, onSwipe && css.swipeable)} aria-labelledby={nameId} ref={card}>
      <Link to={`/profile/${id}`} className={css.photo} {...link}>
        <MemberPhoto
          photo={photos[0]}
          previewSrc={previewSrc}
          username={username}
          sizes={BROWSE_CARD_SIZES}
          priority={priority}
          named
        >
          <div className={css.caption}>
            <Heading id={nameId}>
              <MemberName username={username} age={age} />
            </Heading>
            <div className={css.marks}>
              {isVerified && <VerifiedMark />}
              <RecencyMark recency={recency} />
            </div>
          </div>
        </MemberPhoto>
      </Link>
      <div className={css.chips}>
        {(crushedOnMe || isMatch) && (
          <Chip variant="crush" size="sm" icon={<Heart aria-hidden="true" />}>
            {isMatch ? "It's a match" : "Crushed on you"}
          </Chip>
        )}
        {best && (
          <Chip variant="volt" size="sm" className={css.best}>
            <span className={css.reason}>{best.text}</span>
          </Chip>
        )}
        {next && (
          <span className={css.next}>
            <span className={css.reason}>{next.text}</span>
          </span>
        )}
        {isDemo && <DemoTag />}
      </div>
      {onPass && <PassButton member={toMemberSummary(profile)} onPass={onPass} className={css.pass} />}
      <div className={css.foot}>
        <p className={css.where}>
          <span className={typography.cut}>{location}</span>
          <span className={classNames(typography.cut, typography.muted)}>
            {distance && formatBand(distance, units)}
          </span>
        </p>
        {action(nameId)}
      </div>
    </article>
  );
}
