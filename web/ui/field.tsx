import { CircleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";
import { classNames } from "#web/ui/class-names.ts";
import css from "#web/ui/field.module.css";

export interface ControlProps {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": true | undefined;
}

export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className={css.error}>
      <CircleAlert aria-hidden="true" />
      <span>{children}</span>
    </p>
  );
}

/** An error replaces the hint. @param aside right of the label, as a counter */
export function Field({
  label,
  hint,
  error,
  aside,
  className,
  children,
}: {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  aside?: ReactNode;
  className?: string | undefined;
  children: (control: ControlProps) => ReactNode;
}) {
  const id = useId();
  const helped = Boolean(error || hint);
  const help = `${id}help`;
  return (
    <div className={classNames(className)}>
      <div className={css.label}>
        <label htmlFor={id}>{label}</label>
        {aside && <span className={css.aside}>{aside}</span>}
      </div>
      {children({
        id,
        "aria-describedby": helped ? help : undefined,
        "aria-invalid": error ? true : undefined,
      })}
      {error ? (
        <FieldError id={help}>{error}</FieldError>
      ) : (
        hint && (
          <p id={help} className={css.hint}>
            {hint}
          </p>
        )
      )}
    </div>
  );
}
