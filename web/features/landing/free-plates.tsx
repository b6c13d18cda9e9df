import css from "#web/features/landing/free-plates.module.css";
import { classNames } from "#web/ui/class-names.ts";

/** Five credits as plates seen edge on, the middle one the tallest. Only drawn. */
export function FreePlates({ className }: { className?: string | undefined }) {
  return (
    <span className={classNames(css.plates, className)} aria-hidden="true">
      <i />
      <i />
      <i />
      <i />
      <i />
    </span>
  );
}
