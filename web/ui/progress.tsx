import { classNames } from "#web/ui/class-names.ts";
import css from "#web/ui/progress.module.css";

/** @param share from 0 to 1 */
export function Progress({
  label,
  share,
  className,
}: {
  label: string;
  share: number;
  className?: string | undefined;
}) {
  const percent = Math.round(share * 100);
  return (
    <span
      className={classNames(css.bar, className)}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <span className={css.done} style={{ width: `${percent}%` }} />
    </span>
  );
}
