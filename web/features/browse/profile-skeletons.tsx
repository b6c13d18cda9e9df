import css from "#web/features/browse/profile-skeletons.module.css";
import { Delayed, Skeleton } from "#web/ui/skeleton.tsx";
import typography from "#web/ui/typography.module.css";

/** The photos of a profile before it is known, in their place. */
export const PhotoSkeleton = () => (
  <Delayed>
    <Skeleton className={css.photo} />
  </Delayed>
);

/** The button below them, where it does not lie at the window's edge. */
export const ActionSkeleton = () => (
  <Delayed>
    <Skeleton className={css.button} />
  </Delayed>
);

/** What a member tells before it is known, in its final shape. */
export function DetailsSkeleton() {
  return (
    <Delayed>
      <p role="status" className={typography.hidden}>
        Loading profile
      </p>
      <Skeleton className={css.name} />
      <Skeleton className={css.where} />
      <Skeleton className={css.facts} />
      <Skeleton className={css.line} />
      <Skeleton className={css.line} />
      <Skeleton className={css.short} />
    </Delayed>
  );
}
