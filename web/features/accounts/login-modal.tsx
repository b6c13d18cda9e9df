import { useState } from "react";
import { useNavigate } from "react-router";
import { credentials } from "#contract/account-forms.ts";
import type { ModalProps } from "#web/features/accounts/account-modals.tsx";
import css from "#web/features/accounts/accounts.module.css";
import { logIn, takeReturnPath } from "#web/features/accounts/accounts.queries.ts";
import { ModalSwitch } from "#web/features/accounts/modal-switch.tsx";
import { setPrefilledEmail, takePrefilledEmail } from "#web/features/accounts/prefilled-email.ts";
import { getErrorMessage } from "#web/lib/api.ts";
import { validateForm } from "#web/lib/validate.ts";
import { Button } from "#web/ui/button.tsx";
import { DialogContent as Dialog } from "#web/ui/dialog-content.tsx";
import { useDialogHistory } from "#web/ui/dialog-history.ts";
import { Field } from "#web/ui/field.tsx";
import { useForm } from "#web/ui/form.ts";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { PasswordInput, TextInput } from "#web/ui/inputs.tsx";
import { Link } from "#web/ui/link.tsx";

/** Ends the server's message when only support can help; shown as a link. */
const SUPPORT = "Contact support.";

/** Splits an error message into its text and whether to link to support. */
function splitSupportLink(error: string | undefined): { message: string | undefined; support: boolean } {
  const support = error?.endsWith(` ${SUPPORT}`) ?? false;
  return { message: support ? error?.slice(0, -SUPPORT.length - 1) : error, support };
}

function LoginForm({ onClose, onSwitch, onBusy }: Omit<ModalProps, "open"> & { onBusy: (busy: boolean) => void }) {
  const navigate = useNavigate();
  const [email] = useState(takePrefilledEmail);
  const form = useForm({ email, password: "" }, (values) => validateForm(credentials, values));
  const { errors, busy } = form;
  const { message, support } = splitSupportLink(errors.form);

  const toForgot = () => {
    setPrefilledEmail(form.values.email);
    onSwitch("forgot");
  };

  const submit = form.submit(async (values) => {
    onBusy(true);
    try {
      await logIn(values);
      onClose();
      void navigate(takeReturnPath("/browse"));
    } catch (error) {
      form.showErrors({ form: getErrorMessage(error, "Login failed") });
    } finally {
      onBusy(false);
    }
  });

  return (
    <form className={css.form} onSubmit={submit} noValidate>
      <Field label="Email" error={errors.email}>
        {(control) => <TextInput {...control} {...form.textProps("email")} type="email" autoComplete="email" />}
      </Field>
      <Field label="Password" error={errors.password}>
        {(control) => <PasswordInput {...control} {...form.textProps("password")} autoComplete="current-password" />}
      </Field>
      <p className={css.forgot}>
        <button type="button" className={css.way} disabled={busy} onClick={toForgot}>
          Forgot your password?
        </button>
      </p>
      <FormAlert
        message={message}
        action={
          support && (
            <Link to="/contact" className={css.inText} onClick={onClose}>
              {SUPPORT}
            </Link>
          )
        }
      />
      <div className={css.actions}>
        <Button variant="line" size="lg" disabled={busy} onClick={onClose}>
          Cancel
        </Button>
        <Button variant="crush" size="lg" className={css.main} type="submit" busy={busy ? "Crushing it..." : undefined}>
          Let's Go!
        </Button>
      </div>
      <ModalSwitch question="New here?" label="Join the movement" disabled={busy} onPress={() => onSwitch("signup")} />
    </form>
  );
}

/** The form is cleared on close; it cannot be closed while a request runs. */
export function LoginModal({ open, onClose, onSwitch }: ModalProps) {
  const [busy, setBusy] = useState(false);
  useDialogHistory(open, onClose, busy);
  return (
    <Dialog size="sm" open={open} onOpenChange={(next) => !next && !busy && onClose()} title="Welcome back">
      <LoginForm onClose={onClose} onSwitch={onSwitch} onBusy={setBusy} />
    </Dialog>
  );
}
