import {
  KNOWN_AS_MAX,
  TRUSTED_NAME_MAX,
  type TrustedContactValues,
  trustedContactForm,
} from "#contract/training/trusted-contact-form.ts";
import { useResend } from "#web/domains/members/limits/resend-link.ts";
import { useOwnProfile } from "#web/domains/members/own-profile.queries.ts";
import css from "#web/domains/training/trusted-contacts.module.css";
import { ApiError } from "#web/lib/api.ts";
import { validateForm } from "#web/lib/validate.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { useForm } from "#web/ui/form.ts";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { toFormErrors } from "#web/ui/form-errors.ts";
import { TextInput } from "#web/ui/inputs.tsx";

const EMPTY = { name: "", knownAs: "", email: "" };
const FAILED = "They could not be asked. Please try again.";

interface Props {
  label: string;
  /** Rejects with the error that the form shows. */
  ask: (values: TrustedContactValues) => Promise<unknown>;
}

export function TrustedContactForm({ label, ask }: Props) {
  const form = useForm(EMPTY, (values) => validateForm(trustedContactForm, values));
  const { errors, busy } = form;
  const submit = form.submit(async (values) => {
    try {
      await ask(values);
    } catch (error) {
      const isRefused = error instanceof ApiError && error.code === "contact_refused";
      form.showErrors(isRefused ? { email: error.message } : toFormErrors(error, EMPTY, FAILED));
    }
  });
  return (
    <form className={css.choices} onSubmit={submit} noValidate>
      <ConfirmFirst />
      <Field label="Their name" hint="Only you see it." error={errors.name}>
        {(control) => (
          <TextInput {...control} {...form.textProps("name")} maxLength={TRUSTED_NAME_MAX} autoComplete="off" />
        )}
      </Field>
      <Field label="Their email" error={errors.email}>
        {(control) => (
          <TextInput {...control} {...form.textProps("email")} type="email" inputMode="email" autoComplete="off" />
        )}
      </Field>
      <Field label="How they know you" hint="Only they see it, with your username." error={errors.knownAs}>
        {(control) => (
          <TextInput {...control} {...form.textProps("knownAs")} maxLength={KNOWN_AS_MAX} autoComplete="given-name" />
        )}
      </Field>
      <FormAlert message={errors.form} />
      <Button size="lg" wide type="submit" busy={busy ? "Asking..." : undefined}>
        {label}
      </Button>
    </form>
  );
}

/** Before the form is filled in, because nobody is asked for a member who cannot be reached. */
function ConfirmFirst() {
  const { data: own } = useOwnProfile();
  const resend = useResend();
  if (own?.emailVerified !== false) return null;
  return (
    <div className={css.offer}>
      <p>Confirm your own email first, with the link that we have sent you.</p>
      <Button variant="line" {...resend}>
        Resend
      </Button>
    </div>
  );
}
