import { APPEAL_MAX } from "#contract/limits.ts";
import css from "#web/features/appeals/appeal-form.module.css";
import { type Appeal, sendAppeal } from "#web/features/appeals/appeals.queries.ts";
import { getErrorMessage } from "#web/lib/api.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { useForm } from "#web/ui/form.ts";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { TextArea } from "#web/ui/inputs.tsx";

/** Objects to a decision. What was typed stays if sending fails. */
export function AppealForm({ token, onSent }: { token: string; onSent: (appeal: Appeal) => void }) {
  const form = useForm({ words: "" }, ({ words }) =>
    words.trim() === "" ? { words: "Say why you think that this is a mistake" } : {},
  );
  const { values, errors, busy } = form;
  const send = async ({ words }: { words: string }) => {
    try {
      onSent(await sendAppeal(token, words.trim()));
    } catch (error) {
      form.showErrors({ form: getErrorMessage(error, "Your objection was not sent") });
    }
  };
  return (
    <form className={css.form} onSubmit={form.submit(send)} noValidate>
      <Field
        label="Why is it a mistake?"
        hint="You can write once. Another person looks at it where we can."
        error={errors.words}
        aside={`${values.words.length} / ${APPEAL_MAX}`}
      >
        {(control) => <TextArea {...control} {...form.textProps("words")} rows={6} maxLength={APPEAL_MAX} />}
      </Field>
      <FormAlert message={errors.form} />
      <Button type="submit" size="lg" className={css.send} busy={busy ? "Sending..." : undefined}>
        Send Objection
      </Button>
    </form>
  );
}
