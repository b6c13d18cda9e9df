import { useState } from "react";
import css from "#web/ui/brand/plates.module.css";
import { classNames } from "#web/ui/class-names.ts";

/** Widths and heights relative to the height of the drawing. */
const KINDS = [
  { credits: 10, width: 0.24, height: 1 },
  { credits: 5, width: 0.2, height: 0.76 },
  { credits: 1, width: 0.145, height: 0.5 },
] as const;
type Kind = (typeof KINDS)[number];

const START = 0.53; // beyond the collar
const GAP = 0.08;
const END = 0.42;
const LONG_END = 1.1;
/** The number that fits. Beyond it, only these and a plus sign are drawn. */
const MAX_TALL = 6;
export const FULL = (MAX_TALL + 1) * 10;

function load(count: number): Kind[] {
  const [tall, middle, short] = KINDS;
  const tens = Math.min(Math.floor(count / 10), MAX_TALL);
  const rest = count < FULL ? count % 10 : 0;
  return [
    ...Array.from({ length: tens }, () => tall),
    ...(rest >= 5 ? [middle] : []),
    ...Array.from({ length: rest % 5 }, () => short),
  ];
}

const round = (value: number): number => Math.round(value * 100) / 100;

/**
 * Decorative: show the number as text beside it.
 * @param ghosts at zero, draw three dashed outlines
 * @param isLong the bar continues beyond the plates
 */
export function Plates({
  count,
  height = 26,
  ghosts = false,
  isLong = false,
  className,
}: {
  count: number;
  height?: number;
  ghosts?: boolean;
  isLong?: boolean;
  className?: string | undefined;
}) {
  const [shown, setShown] = useState({ count, before: count });
  if (shown.count !== count) setShown({ count, before: shown.count });

  const plates = load(count);
  const empty = plates.length === 0 && ghosts;
  const kinds = empty ? load(3) : plates;
  const before = load(shown.before);
  const isOver = count >= FULL;
  const spent = shown.before - count === 1 && shown.before < FULL ? before.at(-1) : undefined;

  let x = START * height;
  const place = (kind: Kind) => {
    const width = kind.width * height;
    const at = { x: round(x), width: round(width), y: round((height * (1 - kind.height)) / 2) };
    x += width + GAP * height;
    return { ...at, height: round(kind.height * height), rx: round(Math.min(0.07 * height, width / 2.4)) };
  };
  const drawn = kinds.map(place);
  const plus = isOver ? round(x + 0.2 * height) : undefined;
  const width = round(x + (isOver ? 0.4 : isLong ? LONG_END : END) * height);
  const leaving = spent && place(spent);
  const collar = 0.11 * height;
  const bar = height * 0.1154;
  return (
    <svg
      className={classNames(css.plates, className)}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
    >
      <rect className={css.bar} y={round((height - bar) / 2)} width={width} height={round(bar)} rx={round(bar / 2)} />
      <rect
        className={css.bar}
        x={round(0.36 * height)}
        y={round(0.32 * height)}
        width={round(collar)}
        height={round(0.36 * height)}
        rx={round(collar / 2.4)}
      />
      {drawn.map((plate, i) => (
        <rect
          key={`${plate.x} ${plate.height}`}
          className={classNames(
            empty ? css.ghost : css.plate,
            !empty && shown.before < count && i >= before.length && css.added,
          )}
          {...plate}
        />
      ))}
      {plus !== undefined && (
        <path
          className={css.plus}
          strokeWidth={round(bar)}
          d={`M${plus} ${round(0.32 * height)}v${round(0.36 * height)}M${round(plus - 0.18 * height)} ${round(height / 2)}h${round(0.36 * height)}`}
        />
      )}
      {leaving && <rect key={`spent ${count}`} className={css.spent} {...leaving} />}
    </svg>
  );
}
