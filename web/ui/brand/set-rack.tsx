import { useState } from "react";
import css from "#web/ui/brand/set-rack.module.css";
import { classNames } from "#web/ui/class-names.ts";

const [SLOT, PLATE, HEIGHT, POST] = [12, 8, 30, 4];

/** Filled from the left. Decorative: show the numbers as text beside it. */
export function SetRack({ slots, racked }: { slots: number; racked: number }) {
  const [shown, setShown] = useState({ racked, before: racked });
  if (shown.racked !== racked) setShown({ racked, before: shown.racked });
  const width = POST + slots * SLOT + POST;
  return (
    <svg
      className={css.rack}
      width={width}
      height={HEIGHT + POST}
      viewBox={`0 0 ${width} ${HEIGHT + POST}`}
      aria-hidden
    >
      <path className={css.frame} d={`M1.5 14V${HEIGHT + 2}H${width - 1.5}V14`} />
      {Array.from({ length: slots }, (_, slot) => slot).map((slot) => (
        <rect
          key={slot}
          className={classNames(
            slot < racked ? css.plate : css.slot,
            slot < racked && slot >= shown.before && css.added,
          )}
          x={POST + slot * SLOT + (SLOT - PLATE) / 2}
          y={1}
          width={PLATE}
          height={HEIGHT - 2}
          rx={2.5}
        />
      ))}
    </svg>
  );
}
