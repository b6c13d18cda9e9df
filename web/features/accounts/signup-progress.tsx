import css from "#web/features/accounts/accounts.module.css";
import { classNames } from "#web/ui/class-names.ts";

/** How far one is: a bar that is loaded plate by plate. `step` counts from 0. */
export function SignupProgress({ step, steps }: { step: number; steps: number }) {
  const plates = Array.from({ length: steps }, (_, plate) => plate);
  return (
    <div
      className={css.progress}
      role="progressbar"
      aria-label="Sign up"
      aria-valuemin={1}
      aria-valuemax={steps}
      aria-valuenow={step + 1}
      aria-valuetext={`Step ${step + 1} of ${steps}`}
    >
      <span className={css.bar} />
      {plates.map((plate) => (
        <span key={plate} className={classNames(css.plate, plate < step && css.done, plate === step && css.now)} />
      ))}
      <span className={css.count} aria-hidden="true">
        {step + 1} of {steps}
      </span>
    </div>
  );
}
