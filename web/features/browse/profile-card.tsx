import { type ReactNode, useId } from "react";
import { Link } from "react-router";
import type { BrowseProfile } from "#contract/discovery.ts";
import css from "#web/features/browse/profile-card.module.css";
import { DemoTag } from "#web/features/members/demo-tag.tsx";
import { MemberName } from "#web/features/members/name.tsx";
import { MemberPhoto } from "#web/features/members/photo.tsx";
import { useCarrying } from "#web/features/members/view-transition-photo.ts";
import { Chip } from "#web/ui/chip.tsx";
import { classNames } from "#web/ui/class-names.ts";
import typography from "#web/ui/typography.module.css";

const SIZES = "(min-width: 1344px) 302px, (min-width: 640px) 410px, calc(100vw - 16px)";

interface Props {
  profile: BrowseProfile;
  /** On the first screen, so its photo comes first. */
  priority: boolean;
  /** The button below; it is told by the id of the member's name. */
  action: (nameId: string) => ReactNode;
}

/** The photo is the card: what is shared at its top, the name and what both look for at its foot, place and action below. */
export function ProfileCard({ profile, priority, action }: Props) {
  const nameId = useId();
  const { id, username, age, location, distance, photos, isDemo, reasons } = profile;
  const shared = reasons.find(({ kind }) => kind === "interests");
  const { link, standIn } = useCarrying(id, username, photos[0]);
  const goal = reasons.find(({ kind }) => kind === "lookingFor");
  return (
    <article className={css.card} aria-labelledby={nameId}>
      <Link to={`/profile/${id}`} className={css.photo} {...link}>
        <MemberPhoto photo={photos[0]} standIn={standIn} username={username} sizes={SIZES} priority={priority} named>
          <div className={css.caption}>
            <h2 id={nameId}>
              <MemberName username={username} age={age} />
            </h2>
            {goal && <p className={classNames(typography.small, typography.cut)}>{goal.text}</p>}
          </div>
        </MemberPhoto>
      </Link>
      <div className={css.chips}>
        {shared && (
          <Chip variant="volt" size="sm" className={css.shared}>
            <span className={typography.cut}>{shared.text}</span>
          </Chip>
        )}
        {isDemo && <DemoTag />}
      </div>
      <div className={css.foot}>
        <p className={css.where}>
          <span className={typography.cut}>{location}</span>
          <span className={classNames(typography.cut, typography.muted)}>{distance}</span>
        </p>
        {action(nameId)}
      </div>
    </article>
  );
}
