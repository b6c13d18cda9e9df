import { factorCodeForm } from "#contract/accounts/factor-forms.ts";
import { useConfirmTotp } from "#web/domains/accounts/factors.queries.ts";
import accounts from "#web/domains/accounts/modals/accounts.module.css";
import { validateForm } from "#web/lib/validate.ts";
import css from "#web/screens/settings/account/login-security.module.css";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { useForm } from "#web/ui/form.ts";
import { FormActions } from "#web/ui/form-actions.tsx";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { toFormErrors } from "#web/ui/form-errors.ts";
import { TextInput } from "#web/ui/inputs.tsx";
import { QrCode } from "#web/ui/qr-code.tsx";
import { toast } from "#web/ui/toast.tsx";
import typography from "#web/ui/typography.module.css";

interface Props {
  /** Undefined while the dialog is closed. */
  readonly setup: { readonly uri: string; readonly key: string } | undefined;
  readonly onClose: () => void;
  /** @param recoveryCodes with the member's first factor */
  readonly onDone: (recoveryCodes: readonly string[] | null) => void;
}

const EMPTY = { code: "" };

async function copyKey(key: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(key);
    toast("Copied.", "done");
  } catch {
    toast("Could not copy. Please select the key.", "error");
  }
}

export function AuthenticatorDialog({ setup, onClose, onDone }: Props) {
  const form = useForm(EMPTY, (values) => validateForm(factorCodeForm, values));
  const { errors, busy } = form;
  const { mutateAsync } = useConfirmTotp();
  const submit = form.submit(async ({ code }) => {
    try {
      onDone(await mutateAsync(code));
    } catch (error) {
      form.showErrors(toFormErrors(error, EMPTY, "That did not work. Please try again."));
    }
  });
  return (
    <Dialog
      size="sm"
      open={setup !== undefined}
      onOpenChange={(next) => next || onClose()}
      locked={busy}
      title="Set up your app"
      description="Scan this with your authenticator app, or type the key there. Then enter the code that it shows."
      onClosed={() => form.reset(EMPTY)}
    >
      <form className={accounts.form} onSubmit={submit} noValidate>
        {setup && (
          <div className={css.setup}>
            <QrCode text={setup.uri} label="QR code of the key" />
            <p className={css.key}>
              <span className={typography.muted}>Key</span>
              <code>{setup.key.match(/.{1,4}/g)?.join(" ")}</code>
            </p>
            <div className={css.keyActions}>
              <Button variant="line" onClick={() => void copyKey(setup.key)}>
                Copy key
              </Button>
              <a className={css.openApp} href={setup.uri}>
                Open in your app
              </a>
            </div>
          </div>
        )}
        <Field label="Code from your app" error={errors.code}>
          {(control) => (
            <TextInput
              {...control}
              {...form.textProps("code")}
              autoComplete="one-time-code"
              inputMode="numeric"
              autoCorrect="off"
              spellCheck={false}
            />
          )}
        </Field>
        <FormAlert message={errors.form} />
        <FormActions submit="Turn On" busy={busy ? "Checking..." : undefined} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
