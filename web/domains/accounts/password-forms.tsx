import { resetPasswordForm } from "#contract/accounts/account-forms.ts";
import { changePasswordForm } from "#contract/accounts/settings-forms.ts";
import type { SecondFactor } from "#contract/errors.ts";
import { changePassword, resetPasswordByToken } from "#web/domains/accounts/accounts.requests.ts";
import css from "#web/domains/accounts/modals/accounts.module.css";
import { passwordHint } from "#web/domains/accounts/modals/common-passwords.ts";
import { ReauthenticationCancelled, withReauthentication } from "#web/domains/accounts/reauthentication.ts";
import { ApiError } from "#web/lib/api.ts";
import { validateForm } from "#web/lib/validate.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { type FormErrors, useForm } from "#web/ui/form.ts";
import { FormActions } from "#web/ui/form-actions.tsx";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { toFormErrors } from "#web/ui/form-errors.ts";
import { PasswordInput } from "#web/ui/inputs.tsx";

export interface NewPasswords {
  newPassword: string;
  confirmPassword: string;
}

interface NewPasswordForm {
  readonly values: NewPasswords;
  readonly errors: FormErrors<NewPasswords>;
  readonly textProps: (name: keyof NewPasswords, also?: readonly (keyof NewPasswords)[]) => object;
}

/** The email is in a hidden field for password managers. */
export function NewPasswordFields({ form, email }: { form: NewPasswordForm; email: string | undefined }) {
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

const EMPTY_CHANGE: NewPasswords & { currentPassword: string } = {
  currentPassword: "",
  newPassword: "",
  confirmPassword: "",
};

export function ChangePasswordForm({
  onDone,
  onCancel,
  onForgot,
}: {
  onDone: () => void;
  onCancel: () => void;
  onForgot: () => void;
}) {
  const form = useForm(EMPTY_CHANGE, (values) => validateForm(changePasswordForm, values));
  const { errors, busy } = form;
  const submit = form.submit(async (values) => {
    try {
      await withReauthentication(() => changePassword(values));
      onDone();
    } catch (error) {
      if (error instanceof ReauthenticationCancelled) return;
      form.showErrors(toFormErrors(error, EMPTY_CHANGE, "Failed to reset password"));
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
      <FormActions submit="Change Password" busy={busy ? "Saving..." : undefined} onCancel={onCancel} />
    </form>
  );
}

const EMPTY_RESET: NewPasswords = { newPassword: "", confirmPassword: "" };

/**
 * @param email the address that the link was sent to
 * @param onSecondFactor called when the password is set, and the login needs more than it
 * @param onInvalid called when the link expired or was used meanwhile
 */
export function ResetPasswordForm({
  token,
  email,
  onDone,
  onInvalid,
  onSecondFactor,
}: {
  token: string;
  email: string;
  onDone: () => void;
  onInvalid: () => void;
  onSecondFactor: (step: SecondFactor) => void;
}) {
  const form = useForm(EMPTY_RESET, (values) => validateForm(resetPasswordForm, values));
  const submit = form.submit(async (values) => {
    try {
      await resetPasswordByToken({ token, ...values });
      onDone();
    } catch (error) {
      if (error instanceof ApiError && error.code === "token_invalid") onInvalid();
      else if (error instanceof ApiError && error.secondFactor) onSecondFactor(error.secondFactor);
      else form.showErrors(toFormErrors(error, EMPTY_RESET, "Failed to reset password"));
    }
  });
  return (
    <form className={css.form} onSubmit={submit} noValidate>
      <NewPasswordFields form={form} email={email} />
      <FormAlert message={form.errors.form} />
      <Button size="lg" wide type="submit" busy={form.busy ? "Saving..." : undefined}>
        Reset Password
      </Button>
    </form>
  );
}
