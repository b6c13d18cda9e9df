import css from "#web/features/accounts/accounts.module.css";
import { passwordHint } from "#web/features/accounts/common-passwords.ts";
import { Field } from "#web/ui/field.tsx";
import type { FormErrors } from "#web/ui/form.ts";
import { PasswordInput } from "#web/ui/inputs.tsx";

/** A new password, said twice. */
export interface NewPasswords {
  newPassword: string;
  confirmPassword: string;
}

/** A form that asks for a new password, among others perhaps. */
interface AskingForNew {
  readonly values: NewPasswords;
  readonly errors: FormErrors<NewPasswords>;
  readonly textProps: (name: keyof NewPasswords, also?: readonly (keyof NewPasswords)[]) => object;
}

/** The two fields for a new password, and the address for whoever keeps passwords. */
export function NewPasswordFields({ form, email }: { form: AskingForNew; email: string | undefined }) {
  const { errors, values } = form;
  return (
    <div className={css.fields}>
      <input type="email" name="email" autoComplete="username" value={email ?? ""} readOnly hidden />
      <Field
        label="New password"
        hint={<span aria-live="polite">{passwordHint(values.newPassword, email ?? "")}</span>}
        error={errors.newPassword}
      >
        {(control) => (
          <PasswordInput
            {...control}
            {...form.textProps("newPassword", ["confirmPassword"])}
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
