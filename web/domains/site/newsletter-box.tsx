import { type FormEvent, useId, useRef, useState } from "react";
import css from "#web/domains/site/newsletter-box.module.css";
import { loadOptional } from "#web/lib/stale-chunks.ts";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { TextInput } from "#web/ui/inputs.tsx";

interface State {
  readonly busy?: boolean;
  readonly message?: string;
  readonly problem?: string;
}

/** The input is cleared only on success. */
export function NewsletterBox() {
  const input = useRef<HTMLInputElement>(null);
  const [{ busy, message, problem }, setState] = useState<State>({});
  const id = useId();

  const send = async (event: FormEvent) => {
    event.preventDefault();
    const field = input.current;
    if (busy || !field) return;
    setState({ busy: true });
    // The validation is loaded on demand, because every page contains this form.
    const validation = await loadOptional(() => import("#web/domains/site/newsletter-validation.ts"));
    const result: State = (await validation?.subscribe(field.value)) ?? {
      problem: "Something went wrong. Please try again.",
    };
    setState(result);
    if (result.problem) field.focus();
    else field.value = "";
  };

  return (
    <form className={css.form} onSubmit={send} noValidate>
      <label htmlFor={id} className={css.label}>
        Training tips and news, now and then
      </label>
      <div className={css.row}>
        <TextInput
          ref={input}
          id={id}
          type="email"
          autoComplete="email"
          placeholder="Your email"
          className={css.input}
          aria-invalid={problem ? true : undefined}
          aria-describedby={`${id}note`}
          onInput={() => problem && setState({})}
        />
        <Button type="submit" busy={busy ? "Sending..." : undefined}>
          Subscribe
        </Button>
      </div>
      <p id={`${id}note`} role="status" className={classNames(css.note, message && css.status, problem && css.problem)}>
        {problem ?? message ?? "One mail asks you to confirm. Leave with one click."}
      </p>
    </form>
  );
}
