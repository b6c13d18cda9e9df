import { emailChangeForm } from "#contract/email-change.ts";
import css from "#web/features/accounts/accounts.module.css";
import { useChangeEmail } from "#web/features/accounts/email.api.ts";
import { problemsIn } from "#web/lib/problems.ts";
import { refusedIn } from "#web/lib/refused.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { useForm } from "#web/ui/form.ts";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { PasswordInput, TextInput } from "#web/ui/inputs.tsx";
import { toast } from "#web/ui/toast.tsx";

const NOTHING_YET = { email: "", currentPassword: "" };

/** Asks for another address, by the current password. */
export function ChangeEmailDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const form = useForm(NOTHING_YET, (values) => problemsIn(emailChangeForm, values));
  const { problems, busy } = form;
  const { mutateAsync } = useChangeEmail();
  const submit = form.submit(async (values) => {
    try {
      toast((await mutateAsync(values)).message, "done");
      onClose();
    } catch (error) {
      form.refuse(refusedIn(error, NOTHING_YET, "Failed to change email"));
    }
  });
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      onClosed={() => form.restart(NOTHING_YET)}
      locked={busy}
      title="Change your email"
      description="We send a link to the new address. Nothing changes until you open it."
    >
      <form className={css.form} onSubmit={submit} noValidate>
        <Field label="New email" error={problems.email}>
          {(control) => (
            <TextInput {...control} {...form.text("email")} type="email" inputMode="email" autoComplete="email" />
          )}
        </Field>
        <Field label="Current password" error={problems.currentPassword}>
          {(control) => (
            <PasswordInput {...control} {...form.text("currentPassword")} autoComplete="current-password" />
          )}
        </Field>
        <FormAlert message={problems.form} />
        <div className={css.actions}>
          <Button look="line" size="lg" disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button size="lg" className={css.main} type="submit" busy={busy ? "Sending..." : undefined}>
            Send Link
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
