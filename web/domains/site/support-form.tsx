import type { ComponentProps, FormEvent, ReactNode } from "react";
import css from "#web/domains/site/support-form.module.css";
import { useHydrated } from "#web/lib/use-hydrated.ts";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { Link } from "#web/ui/link.tsx";
import typography from "#web/ui/typography.module.css";

interface Props {
  onSubmit: (event: FormEvent) => void;
  onInput?: (event: FormEvent) => void;
  busy: boolean;
  error: string | undefined;
  /** Only bots fill it in. */
  trap: ComponentProps<"input">;
  label: string;
  readers: string;
  children: ReactNode;
}

export function SupportForm({ onSubmit, onInput, busy, error, trap, label, readers, children }: Props) {
  const hydrated = useHydrated();
  return (
    <form onSubmit={onSubmit} onInput={onInput} noValidate>
      {/* Disabled until hydrated: before that, input would be lost and the browser would submit it in the URL. */}
      <fieldset className={css.form} disabled={!hydrated}>
        {children}
        <label className={css.trap} aria-hidden="true">
          Leave this empty
          <input {...trap} tabIndex={-1} autoComplete="off" />
        </label>
        <FormAlert message={error} />
        <div className={css.end}>
          <Button size="lg" type="submit" className={css.send} busy={busy ? "Sending..." : undefined}>
            {label}
          </Button>
          <p className={classNames(typography.small, typography.muted)}>
            {readers}{" "}
            <Link to="/privacy" className={css.privacy}>
              Privacy
            </Link>
          </p>
        </div>
      </fieldset>
    </form>
  );
}

export const FieldPair = ({ children }: { children: ReactNode }) => <div className={css.pair}>{children}</div>;
