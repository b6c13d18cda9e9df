import type { CSSProperties } from "react";
import css from "#web/ui/brand/step-plates.module.css";
import { classNames } from "#web/ui/class-names.ts";

interface Props {
  label: string;
  /** From 0; their number once all are over. */
  step: number;
  steps: number;
  /** By default, those before `step`. */
  isDone?: (step: number) => boolean;
}

/** A barbell that is loaded plate by plate. */
export function StepPlates({ label, step, steps, isDone = (one) => one < step }: Props) {
  const number = Math.min(step + 1, steps);
  const plates = Array.from({ length: steps }, (_, plate) => plate);
  return (
    <div
      className={css.progress}
      style={{ "--plates": steps } as CSSProperties}
      role="progressbar"
      aria-label={label}
      aria-valuemin={1}
      aria-valuemax={steps}
      aria-valuenow={number}
      aria-valuetext={`Step ${number} of ${steps}`}
    >
      <span className={css.bar} />
      {plates.map((plate) => (
        <span key={plate} className={classNames(css.plate, plate === step ? css.now : isDone(plate) && css.done)} />
      ))}
      <span className={css.count} aria-hidden="true">
        {number} of {steps}
      </span>
    </div>
  );
}
