import css from "#web/features/accounts/accounts.module.css";
import { passwordHint } from "#web/features/accounts/common-passwords.ts";
import type { SignupFormApi } from "#web/features/accounts/signup-form.ts";
import { Field } from "#web/ui/field.tsx";
import { PasswordInput, TextInput } from "#web/ui/inputs.tsx";

/** Step 1: how one logs in. */
export function BasicsStep({ form }: { form: SignupFormApi }) {
  const { errors, values } = form;
  const hint = passwordHint(values.password, values.email, values.username);
  return (
    <div className={css.fields}>
      <Field label="Email" error={errors.email}>
        {(control) => <TextInput {...control} {...form.textProps("email")} type="email" autoComplete="email" />}
      </Field>
      <Field label="Password" hint={<span aria-live="polite">{hint}</span>} error={errors.password}>
        {(control) => (
          <PasswordInput
            {...control}
            {...form.textProps("password", ["confirmPassword"])}
            autoComplete="new-password"
          />
        )}
      </Field>
      <Field label="Confirm password" error={errors.confirmPassword}>
        {(control) => <PasswordInput {...control} {...form.textProps("confirmPassword")} autoComplete="new-password" />}
      </Field>
    </div>
  );
}
