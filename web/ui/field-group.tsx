import { type ReactNode, useId } from "react";
import css from "#web/ui/field.module.css";
import { FieldError } from "#web/ui/field.tsx";
import { invalidGroupProps } from "#web/ui/form.ts";

interface Props {
  label: string;
  aside?: string;
  hint?: string | undefined;
  error?: string | undefined;
  children: ReactNode;
}

export function FieldGroup({ label, aside, hint, error, children }: Props) {
  const id = useId();
  const help = error ?? hint;
  return (
    <fieldset
      aria-labelledby={id}
      aria-describedby={help ? `${id}help` : undefined}
      {...(error && invalidGroupProps(`${id}help`))}
    >
      <div className={css.label}>
        <span id={id}>{label}</span>
        {aside && <span className={css.aside}>{aside}</span>}
      </div>
      {children}
      {error && <FieldError id={`${id}help`}>{error}</FieldError>}
      {!error && hint && (
        <p id={`${id}help`} className={css.hint}>
          {hint}
        </p>
      )}
    </fieldset>
  );
}
