import { emailChangeForm } from "#contract/accounts/settings-forms.ts";
import { useChangeEmail } from "#web/domains/accounts/email.queries.ts";
import accounts from "#web/domains/accounts/modals/accounts.module.css";
import { ReauthenticationCancelled } from "#web/domains/accounts/reauthentication.ts";
import { validateForm } from "#web/lib/validate.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { useForm } from "#web/ui/form.ts";
import { FormActions } from "#web/ui/form-actions.tsx";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { toFormErrors } from "#web/ui/form-errors.ts";
import { PasswordInput, TextInput } from "#web/ui/inputs.tsx";
import { toast } from "#web/ui/toast.tsx";

const EMPTY = { email: "", currentPassword: "" };

export function ChangeEmailDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const form = useForm(EMPTY, (values) => validateForm(emailChangeForm, values));
  const { errors, busy } = form;
  const { mutateAsync } = useChangeEmail();
  const submit = form.submit(async (values) => {
    try {
      toast((await mutateAsync(values)).message, "done");
      onClose();
    } catch (error) {
      if (error instanceof ReauthenticationCancelled) return;
      form.showErrors(toFormErrors(error, EMPTY, "Failed to change email"));
    }
  });
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      onClosed={() => form.reset(EMPTY)}
      locked={busy}
      title="Change your email"
      description="We send a link to the new address. Nothing changes until you open it."
    >
      <form className={accounts.form} onSubmit={submit} noValidate>
        <Field label="New email" error={errors.email}>
          {(control) => (
            <TextInput {...control} {...form.textProps("email")} type="email" inputMode="email" autoComplete="email" />
          )}
        </Field>
        <Field label="Current password" error={errors.currentPassword}>
          {(control) => (
            <PasswordInput {...control} {...form.textProps("currentPassword")} autoComplete="current-password" />
          )}
        </Field>
        <FormAlert message={errors.form} />
        <FormActions submit="Send Link" busy={busy ? "Sending..." : undefined} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
