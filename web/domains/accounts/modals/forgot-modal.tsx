import { useEffect, useRef, useState } from "react";
import { forgotPasswordForm } from "#contract/accounts/account-forms.ts";
import { requestPasswordReset } from "#web/domains/accounts/accounts.requests.ts";
import { EnvelopeIllustration } from "#web/domains/accounts/illustrations.tsx";
import type { ModalProps } from "#web/domains/accounts/modals/account-modals.tsx";
import css from "#web/domains/accounts/modals/accounts.module.css";
import { ModalSwitch } from "#web/domains/accounts/modals/modal-switch.tsx";
import { setPrefilledEmail, takePrefilledEmail } from "#web/domains/accounts/modals/prefilled-email.ts";
import { useSession } from "#web/lib/session.ts";
import { validateForm } from "#web/lib/validate.ts";
import { Button } from "#web/ui/button.tsx";
import { DialogContent as Dialog } from "#web/ui/dialog-content.tsx";
import { useDialogHistory } from "#web/ui/dialog-history.ts";
import { Field } from "#web/ui/field.tsx";
import { useForm } from "#web/ui/form.ts";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { toFormErrors } from "#web/ui/form-errors.ts";
import { TextInput } from "#web/ui/inputs.tsx";
import typography from "#web/ui/typography.module.css";

const EMPTY = { email: "" };

function ForgotForm({
  onSent,
  onBusy,
  onLogin,
}: {
  onSent: (email: string) => void;
  onBusy: (busy: boolean) => void;
  onLogin: ((email: string) => void) | undefined;
}) {
  const [prefilled] = useState(takePrefilledEmail);
  const form = useForm({ email: prefilled }, (values) => validateForm(forgotPasswordForm, values));
  const { errors, busy } = form;
  const submit = form.submit(async ({ email }) => {
    onBusy(true);
    try {
      await requestPasswordReset(email);
      onSent(email.trim());
    } catch (error) {
      form.showErrors(toFormErrors(error, EMPTY, "Failed to send reset email"));
    } finally {
      onBusy(false);
    }
  });
  return (
    <form className={css.form} onSubmit={submit} noValidate>
      <Field label="Email" error={errors.email}>
        {(control) => <TextInput {...control} {...form.textProps("email")} type="email" autoComplete="email" />}
      </Field>
      <FormAlert message={errors.form} />
      <Button variant="crush" size="lg" wide type="submit" busy={busy ? "Sending..." : undefined}>
        Send Reset Link
      </Button>
      {onLogin && (
        <ModalSwitch
          question="Remembered it?"
          label="Sign in"
          disabled={busy}
          onPress={() => onLogin(form.values.email)}
        />
      )}
    </form>
  );
}

function Sent({ email, label, onLeave }: { email: string; label: string; onLeave: () => void }) {
  const actionsRef = useRef<HTMLDivElement>(null);
  // The form that had the focus is unmounted.
  useEffect(() => actionsRef.current?.querySelector("button")?.focus(), []);
  return (
    <div className={css.form}>
      <div className={css.notes}>
        <p>
          If <strong className={typography.strong}>{email}</strong> has an account, a link for a new password is on its
          way.
        </p>
        <ul>
          <li>The link expires in 1 hour.</li>
          <li>Nothing there? Check your spam folder, too.</li>
        </ul>
      </div>
      <div ref={actionsRef}>
        <Button size="lg" wide onClick={onLeave}>
          {label}
        </Button>
      </div>
    </div>
  );
}

/** Cleared on close; it cannot be closed while a request runs. */
export function ForgotModal({ open, onClose, onSwitch }: ModalProps) {
  const [sentTo, setSentTo] = useState<string>();
  const [busy, setBusy] = useState(false);
  useDialogHistory(open, onClose, busy);
  const loggedIn = useSession() !== null;
  const sent = sentTo !== undefined;
  const toLogin = (email: string) => {
    setPrefilledEmail(email);
    onSwitch("login");
  };
  return (
    <Dialog
      size="sm"
      open={open}
      onOpenChange={(next) => !next && !busy && onClose()}
      onClosed={() => setSentTo(undefined)}
      title={sent ? "Check Your Email!" : "Forgot your password?"}
      description={sent ? undefined : "Enter your email, and we send you a link for a new password."}
      above={sent && <EnvelopeIllustration seal="sent" />}
    >
      <p role="status" className={typography.hidden}>
        {sent && `Check Your Email! The link expires in 1 hour. Nothing there? Check your spam folder, too.`}
      </p>
      {sent ? (
        <Sent
          email={sentTo}
          label={loggedIn ? "Done" : "Back to Login"}
          onLeave={loggedIn ? onClose : () => toLogin(sentTo)}
        />
      ) : (
        <ForgotForm onSent={setSentTo} onBusy={setBusy} onLogin={loggedIn ? undefined : toLogin} />
      )}
    </Dialog>
  );
}
