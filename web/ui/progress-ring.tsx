import { classNames } from "#web/ui/class-names.ts";
import { type ProgressProps, progressAttributes, toPercent } from "#web/ui/progress.tsx";
import css from "#web/ui/progress-ring.module.css";

/**
 * Over a photo, which stays in view around the ring. `className` sets its width, if 56 pixels are too many or too few.
 */
export function ProgressRing(props: ProgressProps) {
  const percent = toPercent(props.share);
  return (
    <span {...progressAttributes(props)} className={classNames(css.ring, props.className)}>
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
