import { resetPasswordForm } from "#contract/account-forms.ts";
import css from "#web/features/accounts/accounts.module.css";
import { setPassword } from "#web/features/accounts/accounts.queries.ts";
import { NewPasswordFields, type NewPasswords } from "#web/features/accounts/new-password-fields.tsx";
import { ApiError } from "#web/lib/api.ts";
import { validateForm } from "#web/lib/validate.ts";
import { Button } from "#web/ui/button.tsx";
import { useForm } from "#web/ui/form.ts";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { toFormErrors } from "#web/ui/form-errors.ts";

const NOTHING_YET: NewPasswords = { newPassword: "", confirmPassword: "" };

/**
 * Sets a new password by a link.
 * @param email whose link it is
 * @param onInvalid called when the link has ended or was used meanwhile
 */
export function ResetForm({
  token,
  email,
  onDone,
  onInvalid,
}: {
  token: string;
  email: string;
  onDone: () => void;
  onInvalid: () => void;
}) {
  const form = useForm(NOTHING_YET, (values) => validateForm(resetPasswordForm, values));
  const submit = form.submit(async (values) => {
    try {
      await setPassword({ token, ...values });
      onDone();
    } catch (error) {
      if (error instanceof ApiError && error.code === "token_invalid") onInvalid();
      else form.showErrors(toFormErrors(error, NOTHING_YET, "Failed to reset password"));
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
