import { classNames } from "#web/ui/class-names.ts";
import css from "#web/ui/progress-ring.module.css";

/**
 * A weight plate whose ring closes: progress over a photo, which stays in view around it.
 * @param share from 0 to 1
 * @param className sets its width, if 56 pixels are too many or too few
 */
export function ProgressRing({
  label,
  share,
  className,
}: {
  label: string;
  share: number;
  className?: string | undefined;
}) {
  const percent = Math.round(share * 100);
  return (
    <span
      className={classNames(css.ring, className)}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <svg viewBox="-28 -28 56 56" aria-hidden="true">
        <circle className={css.plate} r="27" />
        <g fill="none">
          <circle className={css.track} r="20" />
          <circle
            className={css.done}
            r="20"
            pathLength="100"
            strokeDasharray={`${percent} 100`}
            strokeLinecap={percent > 0 ? "round" : "butt"}
            transform="rotate(-90)"
          />
          <circle className={css.rim} r="10" />
        </g>
        <circle className={css.hub} r="3.5" />
      </svg>
    </span>
  );
}
