import { type ReactNode, useId } from "react";
import css from "#web/features/preferences/preferences-form.module.css";
import { FieldError } from "#web/ui/field.tsx";

interface Props {
  label: string;
  /** What is chosen, at the label's right end. */
  aside?: string;
  hint?: string | undefined;
  error?: string | undefined;
  children: ReactNode;
}

/** One thing to choose, with controls of its own. */
export function PreferencesPart({ label, aside, hint, error, children }: Props) {
  const id = useId();
  const help = error ?? hint;
  return (
    <fieldset aria-labelledby={id} aria-describedby={help ? `${id}help` : undefined}>
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
