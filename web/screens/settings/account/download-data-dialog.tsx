import { dataExportForm } from "#contract/accounts/settings-forms.ts";
import type { DataCopy } from "#contract/member-data/member-data.ts";
import { ReauthenticationCancelled } from "#web/domains/accounts/reauthentication.ts";
import { requestDataCopy } from "#web/domains/member-data/account-deletion.requests.ts";
import { ApiError, getErrorMessage } from "#web/lib/api.ts";
import { validateForm } from "#web/lib/validate.ts";
import css from "#web/screens/settings/account/download-data.module.css";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { useForm } from "#web/ui/form.ts";
import { FormActions } from "#web/ui/form-actions.tsx";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { PasswordInput } from "#web/ui/inputs.tsx";

const EMPTY = { password: "" };
const FAILED = "Your data could not be asked for. Please try again.";

interface Props {
  open: boolean;
  onClose: () => void;
  onAsked: (copy: DataCopy) => void;
}

export function DownloadDataDialog({ open, onClose, onAsked }: Props) {
  const form = useForm(EMPTY, (values) => validateForm(dataExportForm, values));
  const { errors, busy } = form;
  const send = form.submit(async (values) => {
    try {
      onAsked(await requestDataCopy(values));
      onClose();
    } catch (error) {
      if (error instanceof ReauthenticationCancelled) return;
      const inField = error instanceof ApiError ? error.errors["password"] : undefined;
      form.showErrors(inField ? { password: inField } : { form: getErrorMessage(error, FAILED, FAILED) });
    }
  });
  return (
    <Dialog
      size="sm"
      open={open}
      onOpenChange={(next) => next || onClose()}
      locked={busy}
      title="Download your data?"
      description="It is all in one file, so we ask for your password first."
      onClosed={() => form.reset(EMPTY)}
    >
      <form className={css.form} onSubmit={send} noValidate>
        <Field label="Password" error={errors.password}>
          {(control) => <PasswordInput {...control} {...form.textProps("password")} autoComplete="current-password" />}
        </Field>
        <FormAlert message={errors.form} />
        <FormActions submit="Download" busy={busy ? "Preparing..." : undefined} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
