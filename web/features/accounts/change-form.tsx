import { changePasswordForm } from "#contract/account-forms.ts";
import css from "#web/features/accounts/accounts.module.css";
import { changePassword } from "#web/features/accounts/accounts.queries.ts";
import { NewPasswordFields, type NewPasswords } from "#web/features/accounts/new-password-fields.tsx";
import { validateForm } from "#web/lib/validate.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { useForm } from "#web/ui/form.ts";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { toFormErrors } from "#web/ui/form-errors.ts";
import { PasswordInput } from "#web/ui/inputs.tsx";

const NOTHING_YET: NewPasswords & { currentPassword: string } = {
  currentPassword: "",
  newPassword: "",
  confirmPassword: "",
};

/** Sets a new password by the current one. */
export function ChangeForm({
  onDone,
  onCancel,
  onForgot,
}: {
  onDone: () => void;
  onCancel: () => void;
  onForgot: () => void;
}) {
  const form = useForm(NOTHING_YET, (values) => validateForm(changePasswordForm, values));
  const { errors, busy } = form;
  const submit = form.submit(async (values) => {
    try {
      await changePassword(values);
      onDone();
    } catch (error) {
      form.showErrors(toFormErrors(error, NOTHING_YET, "Failed to reset password"));
    }
  });
  return (
    <form className={css.form} onSubmit={submit} noValidate>
      <Field label="Current password" error={errors.currentPassword}>
        {(control) => (
          <PasswordInput {...control} {...form.textProps("currentPassword")} autoComplete="current-password" />
        )}
      </Field>
      <p className={css.forgot}>
        <button type="button" className={css.way} disabled={busy} onClick={onForgot}>
          Forgot your password?
        </button>
      </p>
      <NewPasswordFields form={form} email={undefined} />
      <FormAlert message={errors.form} />
      <div className={css.actions}>
        <Button variant="line" size="lg" disabled={busy} onClick={onCancel}>
          Cancel
        </Button>
        <Button size="lg" className={css.main} type="submit" busy={busy ? "Saving..." : undefined}>
          Change Password
        </Button>
      </div>
    </form>
  );
}
