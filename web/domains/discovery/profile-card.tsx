import { Heart } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useId, useRef } from "react";
import type { BrowseProfile } from "#contract/discovery/discovery.ts";
import { useIsMatched } from "#web/domains/crushes/sent-crushes.queries.ts";
import { toMemberSummary } from "#web/domains/discovery/browse-pages.ts";
import css from "#web/domains/discovery/profile-card.module.css";
import { DemoTag } from "#web/domains/members/names/demo-tag.tsx";
import { MemberName } from "#web/domains/members/names/name.tsx";
import { RecencyMark } from "#web/domains/members/names/recency-mark.tsx";
import { VerifiedMark } from "#web/domains/members/names/verified-badge.tsx";
import { PassButton } from "#web/domains/members/pass-button.tsx";
import { MemberPhoto, type PhotoPriority } from "#web/domains/members/photos/photo.tsx";
import { BROWSE_CARD_SIZES } from "#web/domains/members/photos/photo-sizes.ts";
import { usePhotoTransition } from "#web/domains/members/photos/view-transition-photo.ts";
import { formatBand } from "#web/lib/format-units.ts";
import { useUnits } from "#web/lib/units.ts";
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

/** Pixels after which a drag is a swipe, not a tap. */
const START_PX = 10;
/** Pixels after which letting go hides the element. */
const AWAY_PX = 96;

/**
 * Lets a finger swipe an element away to the left. The element follows the finger; below the threshold it returns. Mice
 * and keyboards use the button. The element needs `touch-action: pan-y`.
 * @param onAway undefined for an element that cannot be swiped
 */
function useSwipeAway(ref: RefObject<HTMLElement | null>, onAway: (() => void) | undefined): void {
  const away = useEffectEvent(() => onAway?.());
  const canSwipe = onAway !== undefined;
  useEffect(() => {
    const element = ref.current;
    if (!element || !canSwipe) return;
    let startX: number | undefined;
    let moved = 0;

    function move(x: number): void {
      moved = Math.min(0, x);
      const isDragged = moved <= -START_PX;
      if (!element) return;
      element.style.translate = isDragged ? `${moved}px` : "";
      element.style.opacity = isDragged ? String(Math.max(0.3, 1 + moved / 300)) : "";
    }
    function onPointerDown({ pointerType, isPrimary, clientX }: PointerEvent): void {
      moved = 0;
      startX = pointerType === "touch" && isPrimary ? clientX : undefined;
    }
    function onPointerMove({ clientX, isPrimary }: PointerEvent): void {
      if (startX !== undefined && isPrimary) move(clientX - startX);
    }
    function onPointerUp(): void {
      const distance = moved;
      onPointerCancel();
      // The click that follows sees how far the finger went.
      moved = distance;
      if (distance <= -AWAY_PX) away();
    }
    /** The browser scrolls the page instead. */
    function onPointerCancel(): void {
      startX = undefined;
      move(0);
    }
    /** A swipe that ends on the photo is no tap on its link. */
    function onClick(event: MouseEvent): void {
      if (moved <= -START_PX) event.preventDefault();
      moved = 0;
    }
    element.addEventListener("pointerdown", onPointerDown);
    element.addEventListener("pointermove", onPointerMove);
    element.addEventListener("pointerup", onPointerUp);
    element.addEventListener("pointercancel", onPointerCancel);
    element.addEventListener("click", onClick, { capture: true });
    return () => {
      element.removeEventListener("pointerdown", onPointerDown);
      element.removeEventListener("pointermove", onPointerMove);
      element.removeEventListener("pointerup", onPointerUp);
      element.removeEventListener("pointercancel", onPointerCancel);
      element.removeEventListener("click", onClick, { capture: true });
    };
  }, [ref, canSwipe]);
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
