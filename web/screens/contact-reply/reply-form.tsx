import { type FormEvent, useEffect, useEffectEvent } from "react";
import { CONTACT_MESSAGE_MAX } from "#contract/limits.ts";
import { contactReplyForm } from "#contract/site/site-forms.ts";
import { isUnknownLink } from "#web/domains/accounts/use-email-link.ts";
import { useIdempotencyKey } from "#web/lib/use-idempotency-key.ts";
import { validateForm } from "#web/lib/validate.ts";
import { writeBack } from "#web/screens/contact-reply/contact-replies.requests.ts";
import css from "#web/screens/contact-reply/contact-reply.module.css";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Field } from "#web/ui/field.tsx";
import { useForm } from "#web/ui/form.ts";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { toFormErrors } from "#web/ui/form-errors.ts";
import { TextArea } from "#web/ui/inputs.tsx";
import typography from "#web/ui/typography.module.css";

const EMPTY = { message: "" };
type Values = typeof EMPTY;

/** The words stay when sending fails, and in this tab after a reload. */
export function ReplyForm({
  token,
  onSent,
  onUnknown,
}: {
  token: string;
  onSent: () => void;
  /** The thread was deleted meanwhile. */
  onUnknown: () => void;
}) {
  const form = useForm<Values>(EMPTY, (values) => validateForm(contactReplyForm, values));
  const { values, errors, busy } = form;
  const getIdempotencyKey = useIdempotencyKey();
  const draftKey = `contact reply:${token}`;

  const restoreDraft = useEffectEvent(() => form.set({ message: sessionStorage.getItem(draftKey) ?? "" }));
  useEffect(() => restoreDraft(), []);

  const storeDraft = ({ target }: FormEvent) => {
    if (target instanceof HTMLTextAreaElement) sessionStorage.setItem(draftKey, target.value);
  };

  const send = async (content: Values) => {
    try {
      await writeBack(token, { ...content, clientId: getIdempotencyKey(content) });
      sessionStorage.removeItem(draftKey);
      onSent();
    } catch (error) {
      if (isUnknownLink(error)) onUnknown();
      else form.showErrors(toFormErrors(error, EMPTY, "Failed to send message"));
    }
  };

  const { length } = values.message;
  return (
    <form className={css.form} onSubmit={form.submit(send)} onInput={storeDraft} noValidate>
      <h2 className={classNames(typography.display, typography.d20)}>Write back</h2>
      <Field
        label="Message"
        error={errors.message}
        aside={
          <span className={length > CONTACT_MESSAGE_MAX ? css.over : undefined}>
            {length} / {CONTACT_MESSAGE_MAX}
          </span>
        }
      >
        {(control) => <TextArea {...control} {...form.textProps("message")} rows={6} className={css.message} />}
      </Field>
      <FormAlert message={errors.form} />
      <Button type="submit" size="lg" className={css.send} busy={busy ? "Sending..." : undefined}>
        Send Message
      </Button>
    </form>
  );
}
