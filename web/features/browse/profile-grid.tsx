import type { ReactNode } from "react";
import type { BrowseProfile } from "#contract/discovery.ts";
import { ProfileCard } from "#web/features/browse/profile-card.tsx";
import css from "#web/features/browse/profile-grid.module.css";
import { classNames } from "#web/ui/class-names.ts";
import { Delayed, Skeleton } from "#web/ui/skeleton.tsx";
import typography from "#web/ui/typography.module.css";

/** Photos that can be on the first screen of a wide desktop. */
const PRIORITY_COUNT = 4;

interface Props {
  profiles: readonly BrowseProfile[];
  action: (profile: BrowseProfile, nameId: string) => ReactNode;
  /** More cards are on their way. */
  isLoadingMore: boolean;
  /** Others take their places in a moment. */
  isReplacing: boolean;
}

/** All cards so far; while more come, their places. */
export function ProfileGrid({ profiles, action, isLoadingMore: growing, isReplacing: leaving }: Props) {
  return (
    <>
      <ul className={classNames(css.grid, leaving && css.leaving)} inert={leaving}>
        {profiles.map((profile, i) => (
          <li key={profile.id}>
            <ProfileCard profile={profile} priority={i < PRIORITY_COUNT} action={(nameId) => action(profile, nameId)} />
          </li>
        ))}
      </ul>
      {growing && (
        <div className={css.more}>
          <ProfileGridSkeleton count={4} />
        </div>
      )}
    </>
  );
}

/** The grid before its members are known, in its final shape. */
export function ProfileGridSkeleton({ count = 8 }: { count?: number }) {
  return (
    <Delayed>
      <p role="status" className={typography.hidden}>
        Loading profiles
      </p>
      <div className={css.grid}>
        {Array.from({ length: count }, (_, i) => `card ${i}`).map((key) => (
          <div key={key}>
            <div className={css.photo}>
              <Skeleton className={css.fill} />
              <span className={css.reason} />
              <span className={css.name} />
              <span className={css.goal} />
            </div>
            <div className={css.foot}>
              <span className={css.where}>
                <Skeleton className={css.line} />
                <Skeleton className={css.line} />
              </span>
              <Skeleton className={css.button} />
            </div>
          </div>
        ))}
      </div>
    </Delayed>
  );
}
