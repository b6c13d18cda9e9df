import css from "#web/features/browse/profile-view-skeleton.module.css";
import { Delayed, Skeleton } from "#web/ui/skeleton.tsx";
import type from "#web/ui/type.module.css";

/** A profile before it is known, in its final shape. */
export function ProfileViewSkeleton() {
  return (
    <Delayed>
      <div className={css.view}>
        <p role="status" className={type.hidden}>
          Loading profile
        </p>
        <div>
          <Skeleton className={css.photo} />
          <Skeleton className={css.button} />
        </div>
        <div className={css.sheet}>
          <Skeleton className={css.name} />
          <Skeleton className={css.where} />
          <Skeleton className={css.facts} />
          <Skeleton className={css.line} />
          <Skeleton className={css.line} />
          <Skeleton className={css.short} />
        </div>
      </div>
    </Delayed>
  );
}
