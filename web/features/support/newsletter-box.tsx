import { type FormEvent, useId, useRef, useState } from "react";
import css from "#web/features/support/newsletter-box.module.css";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { TextInput } from "#web/ui/inputs.tsx";

interface State {
  readonly busy?: boolean;
  readonly said?: string;
  readonly problem?: string;
}

/** An address for the newsletter. What was typed stays until it has been taken. */
export function NewsletterBox() {
  const input = useRef<HTMLInputElement>(null);
  const [{ busy, said, problem }, setState] = useState<State>({});
  const id = useId();

  const send = async (event: FormEvent) => {
    event.preventDefault();
    const field = input.current;
    if (busy || !field) return;
    setState({ busy: true });
    // The rules are loaded when there is something to check: every page has this box.
    const answer: State = await import("#web/features/support/newsletter-validation.ts").then(
      ({ ask }) => ask(field.value),
      () => ({ problem: "Something went wrong. Please try again." }),
    );
    setState(answer);
    if (answer.problem) field.focus();
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
      <p id={`${id}note`} role="status" className={classNames(css.note, said && css.said, problem && css.problem)}>
        {problem ?? said ?? "One mail asks you to confirm. Leave with one click."}
      </p>
    </form>
  );
}
