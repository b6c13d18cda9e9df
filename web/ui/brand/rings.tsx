import { type CSSProperties, useId } from "react";
import css from "#web/ui/brand/rings.module.css";
import { classNames } from "#web/ui/class-names.ts";

/** In units of the view box. GAP separates the rings where they cross. */
const R = 170;
const WIDTH = 38;
const DISTANCE = 232;
const GAP = 7;
const LEFT = 190;
const RIGHT = LEFT + DISTANCE;
const Y = 190;
const middle = R - WIDTH / 2;
const inner = R - WIDTH + 1;

/** An arc around (`x`, Y). Angles are in degrees, clockwise from three o'clock. */
function arc(x: number, radius: number, from: number, to: number): string {
  const point = (degrees: number): string => {
    const radians = (degrees * Math.PI) / 180;
    return `${(x + radius * Math.cos(radians)).toFixed(1)} ${(Y + radius * Math.sin(radians)).toFixed(1)}`;
  };
  return `M${point(from)}A${radius} ${radius} 0 ${to - from > 180 ? 1 : 0} 1 ${point(to)}`;
}

const crossing = (a: number, b: number): number =>
  (Math.acos(Math.min(1, (a * a + DISTANCE * DISTANCE - b * b) / (2 * a * DISTANCE))) * 180) / Math.PI;
const FROM = Math.max(crossing(R + GAP, R + GAP), crossing(R - WIDTH - GAP, R + GAP)) + 2;
const TO = Math.max(0, Math.min(crossing(R - WIDTH - GAP, R - WIDTH - GAP), crossing(R + GAP, R - WIDTH - GAP)) - 2);

const GROUND = "var(--rings-ground, var(--block))";

function Portrait({ url, x, clip }: { url: string | undefined; x: number; clip: string }) {
  return (
    <g clipPath={`url(#${clip})`}>
      <circle cx={x} cy={Y} r={inner} fill="var(--photo-tone)" />
      {url ? (
        <image href={url} x={x - 150} y={Y - 146} width="300" height="375" preserveAspectRatio="xMidYMid slice" />
      ) : (
        <path
          transform={`translate(${x} ${Y})`}
          d="M0 -66a44 44 0 1 1 0 88a44 44 0 1 1 0 -88ZM-104 150C-104 76 -58 44 0 44S104 76 104 150Z"
          fill="var(--ink)"
          opacity=".55"
        />
      )}
    </g>
  );
}

function Ring({ x, colour }: { x: number; colour: string }) {
  return (
    <>
      <circle cx={x} cy={Y} r={middle} stroke={GROUND} strokeWidth={WIDTH + 2 * GAP} />
      <circle cx={x} cy={Y} r={middle} stroke={colour} strokeWidth={WIDTH} />
    </>
  );
}

function Word({ id, d, fill, children }: { id: string; d: string; fill: string; children: string }) {
  return (
    <>
      <path id={id} d={d} fill="none" />
      <text className={css.word} fill={fill}>
        <textPath href={`#${id}`} startOffset="50%" textAnchor="middle">
          {children}
        </textPath>
      </text>
    </>
  );
}

/** Chalk particles: x and y of the start, dx and dy of the flight, radius. */
const CHALK = [
  [306, 58, -74, -46, 11],
  [306, 58, -30, -84, 8],
  [306, 58, 36, -72, 13],
  [306, 58, 84, -36, 7],
  [306, 322, -80, 40, 9],
  [306, 322, -20, 82, 13],
  [306, 322, 48, 66, 9],
  [306, 322, 86, 26, 7],
] as const;

/**
 * Set `--rings-ground` if the background is not `--block`.
 * @param play animate once, for 600 ms; or on scroll, along the view timeline `--rings` of an ancestor
 */
export function Rings({
  left,
  right,
  leftAlt,
  rightAlt,
  play,
  className,
}: {
  left: string | undefined;
  right: string | undefined;
  leftAlt: string;
  rightAlt: string;
  play?: "once" | "seen" | undefined;
  className?: string | undefined;
}) {
  const id = useId();
  return (
    <svg
      className={classNames(css.rings, play && css[play], className)}
      viewBox="0 0 612 380"
      width="612"
      height="380"
      role="img"
      aria-label={`${leftAlt} and ${rightAlt}, two weight plates locked together`}
    >
      <defs>
        <clipPath id={`${id}left`}>
          <circle cx={LEFT} cy={Y} r={inner} />
        </clipPath>
        <clipPath id={`${id}right`}>
          <circle cx={RIGHT} cy={Y} r={inner} />
        </clipPath>
      </defs>
      <g className={css.left}>
        <Portrait url={left} x={LEFT} clip={`${id}left`} />
      </g>
      <g className={css.right}>
        <Portrait url={right} x={RIGHT} clip={`${id}right`} />
      </g>
      <g className={css.crossing} clipPath={`url(#${id}left)`}>
        <circle cx={RIGHT} cy={Y} r={inner} fill={GROUND} />
      </g>
      <g fill="none">
        <g className={css.left}>
          <Ring x={LEFT} colour="var(--crush)" />
        </g>
        <g className={css.right}>
          <Ring x={RIGHT} colour="var(--volt)" />
        </g>
        <g className={css.crossing}>
          <path d={arc(LEFT, middle, -FROM, -TO)} stroke={GROUND} strokeWidth={WIDTH + 2 * GAP} />
          <path d={arc(LEFT, middle, -FROM - 6, -Math.max(0, TO - 5))} stroke="var(--crush)" strokeWidth={WIDTH} />
        </g>
      </g>
      {play === "once" && (
        <g fill="var(--chalk)">
          {CHALK.map(([x, y, dx, dy, r]) => (
            <circle
              key={`${dx} ${dy}`}
              className={css.chalk}
              style={{ "--dx": `${dx}px`, "--dy": `${dy}px` } as CSSProperties}
              cx={x}
              cy={y}
              r={r}
            />
          ))}
        </g>
      )}
      <g className={css.left}>
        <Word id={`${id}a`} d={arc(LEFT, middle - 6, 140, 220)} fill="var(--on-crush)">
          CHEMISTRY
        </Word>
      </g>
      <g className={css.right}>
        <Word id={`${id}b`} d={arc(RIGHT, middle - 6, -40, 40)} fill="var(--on-volt)">
          STRENGTH
        </Word>
      </g>
    </svg>
  );
}
