import { heartbeatPath } from "#web/ui/brand/beat.ts";
import css from "#web/ui/brand/pulse.module.css";

/**
 * The one line that runs through everything: flat, one heartbeat, flat.
 * @param at where the beat begins, in units of `width`
 * @param spike how high it goes
 * @param base the line's own height from the top
 * @param draw have it come in from the left, once
 */
export function Pulse({
  at,
  spike,
  base,
  width = 1440,
  height = 160,
  thickness = 12,
  draw = false,
  className,
}: {
  at: number;
  spike: number;
  base: number;
  width?: number;
  height?: number;
  thickness?: number;
  draw?: boolean;
  className?: string | undefined;
}) {
  return (
    <svg
      className={className}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <path
        className={draw ? css.drawn : undefined}
        pathLength="1"
        d={`M${-width} ${base}${heartbeatPath(at, spike)}H${width * 2}`}
        fill="none"
        stroke="var(--crush)"
        strokeWidth={thickness}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
