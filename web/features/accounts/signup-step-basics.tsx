import { PASSWORD_MIN } from "#contract/limits.ts";
import css from "#web/features/accounts/accounts.module.css";
import { isCommonPassword } from "#web/features/accounts/common-passwords.ts";
import { edited, type SignupFormApi } from "#web/features/accounts/signup-form.ts";
import { Field } from "#web/ui/field.tsx";
import { PasswordInput, TextInput } from "#web/ui/inputs.tsx";

/** Step 1: how one logs in. */
export function BasicsStep({ form }: { form: SignupFormApi }) {
  const { errors } = form.formState;
  const hint = isCommonPassword(form.watch("password"))
    ? "That one is on every guesser's list. A few words in a row are safer."
    : `At least ${PASSWORD_MIN} characters`;
  return (
    <div className={css.fields}>
      <Field label="Email" error={errors.email?.message}>
        {(control) => <TextInput {...control} {...edited(form, "email")} type="email" autoComplete="email" />}
      </Field>
      <Field label="Password" hint={<span aria-live="polite">{hint}</span>} error={errors.password?.message}>
        {(control) => (
          <PasswordInput {...control} {...edited(form, "password", ["confirmPassword"])} autoComplete="new-password" />
        )}
      </Field>
      <Field label="Confirm password" error={errors.confirmPassword?.message}>
        {(control) => <PasswordInput {...control} {...edited(form, "confirmPassword")} autoComplete="new-password" />}
      </Field>
    </div>
  );
}
