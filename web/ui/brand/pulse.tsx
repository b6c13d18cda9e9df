import { heartbeatPath } from "#web/ui/brand/beat.ts";
import css from "#web/ui/brand/pulse.module.css";

/**
 * A flat line with one heartbeat.
 * @param at x coordinate of the beat, in units of `width`
 * @param spike height of the beat
 * @param base y coordinate of the line
 * @param draw animate it from the left, once
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
