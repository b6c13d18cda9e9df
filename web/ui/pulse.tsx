import { beat } from "#web/ui/beat.ts";

/**
 * The one line that runs through everything: flat, one heartbeat, flat.
 * @param at where the beat begins, in units of `width`
 * @param spike how high it goes
 * @param base the line's own height from the top
 */
export function Pulse({
  at,
  spike,
  base,
  width = 1440,
  height = 160,
  thickness = 12,
  className,
}: {
  at: number;
  spike: number;
  base: number;
  width?: number;
  height?: number;
  thickness?: number;
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
        d={`M${-width} ${base}${beat(at, spike)}H${width * 2}`}
        fill="none"
        stroke="var(--crush)"
        strokeWidth={thickness}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
