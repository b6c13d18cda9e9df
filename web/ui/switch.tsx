import { type ReactNode, useId } from "react";
import { Skeleton } from "#web/ui/skeleton.tsx";
import css from "#web/ui/switch.module.css";

/**
 * Something that is on or off, with what it means. All of its row can be tapped.
 * @param busy a change is on its way: another one is not taken, and the focus stays
 */
export function Switch({
  label,
  hint,
  on,
  disabled = false,
  busy = false,
  onChange,
}: {
  label: ReactNode;
  hint: ReactNode;
  on: boolean;
  disabled?: boolean;
  busy?: boolean;
  onChange?: (on: boolean) => void;
}) {
  const id = useId();
  return (
    <div className={css.row}>
      <label id={`${id}label`} htmlFor={id} className={css.label}>
        {label}
      </label>
      <p id={`${id}hint`} className={css.hint}>
        {hint}
      </p>
      <button
        id={id}
        type="button"
        role="switch"
        aria-checked={on}
        aria-labelledby={`${id}label`}
        aria-describedby={`${id}hint`}
        aria-busy={busy}
        disabled={disabled}
        className={css.switch}
        onClick={() => !busy && onChange?.(!on)}
      />
    </div>
  );
}

/** Its row with its words, while nobody knows yet whether it is on. */
export const SwitchSkeleton = ({ label, hint }: { label: ReactNode; hint: ReactNode }) => (
  <div className={css.row}>
    <p className={css.label}>{label}</p>
    <p className={css.hint}>{hint}</p>
    <Skeleton className={css.unknown} />
  </div>
);
