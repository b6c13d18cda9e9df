import { type ReactNode, useId } from "react";
import { Skeleton } from "#web/ui/skeleton.tsx";
import css from "#web/ui/switch.module.css";

/** The whole row can be pressed. @param busy a change is being saved: ignores presses, but keeps the focus */
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

export const SwitchSkeleton = ({ label, hint }: { label: ReactNode; hint: ReactNode }) => (
  <div className={css.row}>
    <p className={css.label}>{label}</p>
    <p className={css.hint}>{hint}</p>
    <Skeleton className={css.unknown} />
  </div>
);
