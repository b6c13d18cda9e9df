import { passkeyNameForm } from "#contract/accounts/factor-forms.ts";
import type { Passkey } from "#contract/accounts/factors.ts";
import { useRenamePasskey } from "#web/domains/accounts/factors.queries.ts";
import css from "#web/domains/accounts/modals/accounts.module.css";
import { validateForm } from "#web/lib/validate.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { useForm } from "#web/ui/form.ts";
import { FormActions } from "#web/ui/form-actions.tsx";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { toFormErrors } from "#web/ui/form-errors.ts";
import { TextInput } from "#web/ui/inputs.tsx";

interface Props {
  readonly passkey: Passkey;
  readonly onClose: () => void;
  readonly onRemove: () => void;
}

export function PasskeyDialog({ passkey, onClose, onRemove }: Props) {
  const initial = { name: passkey.name };
  const form = useForm(initial, (values) => validateForm(passkeyNameForm, values));
  const { errors, busy } = form;
  const { mutateAsync } = useRenamePasskey();
  const submit = form.submit(async ({ name }) => {
    try {
      await mutateAsync({ passkeyId: passkey._id, name });
      onClose();
    } catch (error) {
      form.showErrors(toFormErrors(error, initial, "Failed to rename it"));
    }
  });
  return (
    <Dialog
      size="sm"
      open
      onOpenChange={(next) => next || onClose()}
      locked={busy}
      title="Your passkey"
      description="A name helps you to tell it apart. Only you see it."
    >
      <form className={css.form} onSubmit={submit} noValidate>
        <Field label="Name" error={errors.name}>
          {(control) => <TextInput {...control} {...form.textProps("name")} autoComplete="off" />}
        </Field>
        <FormAlert message={errors.form} />
        <FormActions submit="Save" busy={busy ? "Saving..." : undefined} onCancel={onClose} />
        <div className={css.ways}>
          <button type="button" className={css.way} disabled={busy} onClick={onRemove}>
            Remove this passkey
          </button>
        </div>
      </form>
    </Dialog>
  );
}
