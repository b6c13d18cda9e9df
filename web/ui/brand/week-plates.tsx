import css from "#web/ui/brand/week-plates.module.css";
import { classNames } from "#web/ui/class-names.ts";

const [STEP, PLATE, HEIGHT, SHORT] = [11, 5, 24, 8];

interface Props {
  days: readonly { readonly day: string; readonly isDone: boolean }[];
  isFull: boolean;
}

/** Tall plates are days that are done. A full week is in volt. Decorative: show the days as text beside it. */
export function WeekPlates({ days, isFull }: Props) {
  const width = STEP * (days.length + 1);
  return (
    <svg className={css.week} width={width} height={HEIGHT} viewBox={`0 0 ${width} ${HEIGHT}`} aria-hidden="true">
      <path className={css.bar} d={`M1.5 ${HEIGHT / 2}H${width - 1.5}`} />
      {days.map(({ day, isDone }, i) => {
        const height = isDone ? HEIGHT - 2 : SHORT;
        return (
          <rect
            key={day}
            className={classNames(css.plate, isDone && (isFull ? css.full : css.done))}
            x={STEP * (i + 1) - PLATE / 2}
            y={(HEIGHT - height) / 2}
            width={PLATE}
            height={height}
            rx={2}
          />
        );
      })}
    </svg>
  );
}
