import { CircleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";
import { classNames } from "#web/ui/class-names.ts";
import css from "#web/ui/field.module.css";

/** What ties a control to its field's label, hint and error. */
export interface Control {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": true | undefined;
}

/** The line under a control that says what is wrong with it. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className={css.error}>
      <CircleAlert aria-hidden="true" />
      <span>{children}</span>
    </p>
  );
}

/**
 * A label, a control, and what helps with it. An error takes the hint's place.
 * @param aside stands at the label's right end: a counter
 */
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
  children: (control: Control) => ReactNode;
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
