import css from "#web/screens/profile-view/profile-placeholders.module.css";
import { PlateFace } from "#web/ui/brand/plate-face.tsx";
import { Delayed, Skeleton } from "#web/ui/skeleton.tsx";
import typography from "#web/ui/typography.module.css";

export const PhotoSkeleton = () => (
  <Delayed>
    <Skeleton className={css.photo} isFirstPhoto />
  </Delayed>
);

/** The button below the photos, on windows where it is not at the lower edge. */
export const ActionSkeleton = () => (
  <Delayed>
    <Skeleton className={css.button} />
  </Delayed>
);

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

/** Three places on the floor, the middle one empty: a member who is unavailable. */
export function UnavailableIllustration() {
  return (
    <svg viewBox="0 0 340 170" width="340" height="170" fill="none" aria-hidden="true">
      <path d="M0 162h340" stroke="var(--border)" strokeWidth="2" />
      <Plate x={60} />
      <g stroke="var(--border)" strokeWidth="1.5" strokeDasharray="4 5">
        <circle cx="170" cy="101" r="60" />
        <circle cx="170" cy="101" r="9" />
      </g>
      <Plate x={280} />
    </svg>
  );
}

function Plate({ x }: { x: number }) {
  return (
    <g transform={`translate(${x} 115)`}>
      <PlateFace radius={46} slot={-36} fill="var(--iron)" rim="var(--iron-rim)" ground="var(--bg)" />
    </g>
  );
}
