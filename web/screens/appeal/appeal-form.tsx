import { type FormEvent, useEffect, useEffectEvent } from "react";
import { APPEAL_MAX } from "#contract/limits.ts";
import { counted } from "#contract/words.ts";
import { formatDate } from "#web/lib/format-date.ts";
import css from "#web/screens/appeal/appeal-form.module.css";
import { type Decision, sendObjection } from "#web/screens/appeal/appeals.requests.ts";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Field } from "#web/ui/field.tsx";
import { type FormErrors, useForm } from "#web/ui/form.ts";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { toFormErrors } from "#web/ui/form-errors.ts";
import { TextArea } from "#web/ui/inputs.tsx";
import typography from "#web/ui/typography.module.css";

const EMPTY = { words: "" };
type Values = typeof EMPTY;

function validate({ words }: Values): FormErrors<Values> {
  const { length } = words.trim();
  if (length === 0) return { words: "Please say why you think that this is a mistake." };
  const over = length - APPEAL_MAX;
  if (over > 0) return { words: `Please shorten it by ${counted(over, "character", "characters")}.` };
  return {};
}

/** Screen readers hear the counter from this value on, at each step. */
const ANNOUNCE_FROM = 200;
const ANNOUNCE_STEP = 50;

function formatSpokenCount(length: number): string {
  const left = APPEAL_MAX - length;
  if (left < 0) return `${-left} characters too many`;
  return left > ANNOUNCE_FROM ? "" : `${Math.ceil(left / ANNOUNCE_STEP) * ANNOUNCE_STEP} characters left`;
}

interface Props {
  token: string;
  until: string;
  onSent: (decision: Decision | "outdated") => void;
}

/** The words stay when sending fails, and in this tab after a reload. */
export function AppealForm({ token, until, onSent }: Props) {
  const form = useForm<Values>(EMPTY, validate);
  const { values, errors, busy } = form;
  const draftKey = `appeal:${token}`;

  const restoreDraft = useEffectEvent(() => form.set({ words: sessionStorage.getItem(draftKey) ?? "" }));
  useEffect(() => restoreDraft(), []);

  const storeDraft = ({ target }: FormEvent) => {
    if (target instanceof HTMLTextAreaElement) sessionStorage.setItem(draftKey, target.value);
  };

  const send = async ({ words }: Values) => {
    try {
      const decision = await sendObjection(token, words.trim());
      sessionStorage.removeItem(draftKey);
      onSent(decision);
    } catch (error) {
      form.showErrors(toFormErrors(error, EMPTY, "Your objection was not sent. Please try again."));
    }
  };

  const { length } = values.words.trim();
  return (
    <form className={css.form} onSubmit={form.submit(send)} onInput={storeDraft} noValidate>
      <h2 className={classNames(typography.display, typography.d20)}>Did we get it wrong?</h2>
      <p className={typography.muted}>
        Tell us, once, until {formatDate(until)}. As a rule another person looks at it than the one who decided. We
        email you the outcome. Until then our decision applies.
      </p>
      <Field
        label="Why is it a mistake?"
        error={errors.words}
        aside={
          <span className={length > APPEAL_MAX ? css.over : undefined}>
            {length} / {APPEAL_MAX}
          </span>
        }
      >
        {(control) => <TextArea {...control} {...form.textProps("words")} rows={6} className={css.words} />}
      </Field>
      <p role="status" className={typography.hidden}>
        {formatSpokenCount(length)}
      </p>
      <FormAlert message={errors.form} />
      <Button type="submit" size="lg" className={css.send} busy={busy ? "Sending..." : undefined}>
        Send objection
      </Button>
    </form>
  );
}
