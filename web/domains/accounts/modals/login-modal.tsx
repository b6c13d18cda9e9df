import { useState } from "react";
import { useNavigate } from "react-router";
import { credentials } from "#contract/accounts/account-forms.ts";
import type { SecondFactor } from "#contract/errors.ts";
import { logIn, takeReturnPath } from "#web/domains/accounts/accounts.requests.ts";
import type { ModalProps } from "#web/domains/accounts/modals/account-modals.tsx";
import css from "#web/domains/accounts/modals/accounts.module.css";
import { logInWithPasskey } from "#web/domains/accounts/modals/factor-login.requests.ts";
import { LineStatus } from "#web/domains/accounts/modals/line-status.tsx";
import { ModalSwitch } from "#web/domains/accounts/modals/modal-switch.tsx";
import { setPrefilledEmail, takePrefilledEmail } from "#web/domains/accounts/modals/prefilled-email.ts";
import { useLine } from "#web/domains/accounts/modals/use-line.ts";
import { PasskeyError } from "#web/domains/accounts/passkeys.ts";
import { ApiError, getErrorMessage } from "#web/lib/api.ts";
import { canUsePasskeys } from "#web/lib/passkeys.ts";
import { validateForm } from "#web/lib/validate.ts";
import { Button } from "#web/ui/button.tsx";
import { DialogContent as Dialog } from "#web/ui/dialog-content.tsx";
import { useDialogHistory } from "#web/ui/dialog-history.ts";
import { Field } from "#web/ui/field.tsx";
import { useForm } from "#web/ui/form.ts";
import actions from "#web/ui/form-actions.module.css";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { PasswordInput, TextInput } from "#web/ui/inputs.tsx";
import { LazyRender, lazyModule, useLazyModule } from "#web/ui/lazy-module.ts";
import { Link } from "#web/ui/link.tsx";

const lazySecondFactor = lazyModule(() =>
  import("#web/domains/accounts/modals/second-factor-step.tsx").then((file) => file.SecondFactorStep),
);

/** Ends the server's message when only support can help; shown as a link. */
const SUPPORT = "Contact support.";

/** The link leads to support. */
function splitSupportLink(error: string | undefined): { message: string | undefined; support: boolean } {
  const support = error?.endsWith(` ${SUPPORT}`) ?? false;
  return { message: support ? error?.slice(0, -SUPPORT.length - 1) : error, support };
}

interface LoginFormProps extends Omit<ModalProps, "open"> {
  readonly notice: string | undefined;
  readonly onBusy: (busy: boolean) => void;
  readonly onLoggedIn: () => void;
  readonly onSecondFactor: (step: SecondFactor) => void;
}

function LoginForm({ notice, onClose, onSwitch, onBusy, onLoggedIn, onSecondFactor }: LoginFormProps) {
  const [email] = useState(takePrefilledEmail);
  const form = useForm({ email, password: "" }, (values) => validateForm(credentials, values));
  const [isAsking, setIsAsking] = useState(false);
  const line = useLine();
  const { errors } = form;
  const busy = form.busy || isAsking;
  const { message, support } = splitSupportLink(errors.form ?? notice);

  const toForgot = () => {
    setPrefilledEmail(form.values.email);
    onSwitch("forgot");
  };

  const logInByPasskey = async () => {
    setIsAsking(true);
    onBusy(true);
    try {
      await logInWithPasskey();
      onLoggedIn();
    } catch (error) {
      form.showErrors({
        form: error instanceof PasskeyError ? error.message : getErrorMessage(error, "Login failed"),
      });
    } finally {
      setIsAsking(false);
      onBusy(false);
    }
  };

  const submit = form.submit(async (values) => {
    onBusy(true);
    try {
      await logIn(values, line.show);
      onLoggedIn();
    } catch (error) {
      if (error instanceof ApiError && error.secondFactor) onSecondFactor(error.secondFactor);
      else form.showErrors({ form: getErrorMessage(error, "Login failed") });
    } finally {
      line.end();
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
      <div className={actions.actions}>
        <Button variant="line" size="lg" disabled={busy} onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant="crush"
          size="lg"
          className={actions.main}
          type="submit"
          disabled={isAsking}
          busy={form.busy ? (line.text ?? "Crushing it...") : undefined}
        >
          Let's Go!
        </Button>
      </div>
      <LineStatus text={line.announced} />
      {canUsePasskeys() && (
        <Button
          variant="line"
          size="lg"
          wide
          disabled={form.busy}
          busy={isAsking ? "Asking your device..." : undefined}
          onClick={logInByPasskey}
        >
          Log in with a passkey
        </Button>
      )}
      <ModalSwitch question="New here?" label="Join the movement" disabled={busy} onPress={() => onSwitch("signup")} />
    </form>
  );
}

/** The form is cleared on close; it cannot be closed while a request runs. */
export function LoginModal({ open, onClose, onSwitch }: ModalProps) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [step, setStep] = useState<SecondFactor>();
  const [notice, setNotice] = useState<string>();
  useDialogHistory(open, onClose, busy);
  const Second = useLazyModule(lazySecondFactor, step !== undefined, () => setStep(undefined));
  const finish = () => {
    onClose();
    void navigate(takeReturnPath("/browse"));
  };
  const startAgain = (message?: string) => {
    setStep(undefined);
    setNotice(message);
  };
  return (
    <Dialog
      size="sm"
      open={open}
      onOpenChange={(next) => !next && !busy && onClose()}
      title={step ? "One more step" : "Welcome back"}
      onClosed={() => startAgain()}
    >
      {step && Second ? (
        <LazyRender
          as={Second}
          step={step}
          onDone={finish}
          onCancel={() => startAgain()}
          onExpired={startAgain}
          onBusy={setBusy}
        />
      ) : (
        <LoginForm
          notice={notice}
          onClose={onClose}
          onSwitch={onSwitch}
          onBusy={setBusy}
          onLoggedIn={finish}
          onSecondFactor={setStep}
        />
      )}
    </Dialog>
  );
}
