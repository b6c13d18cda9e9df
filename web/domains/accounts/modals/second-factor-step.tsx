import type { SecondFactor } from "#contract/errors.ts";
import { FactorForm } from "#web/domains/accounts/modals/factor-form.tsx";
import { logInWithSecondFactor, readSecondPasskey } from "#web/domains/accounts/modals/factor-login.requests.ts";

interface Props {
  readonly step: SecondFactor;
  readonly onDone: () => void;
  readonly onCancel: () => void;
  /** The password has to be entered again. */
  readonly onExpired: (message: string) => void;
  readonly onBusy?: (busy: boolean) => void;
}

export function SecondFactorStep({ step: { token, methods }, onDone, onCancel, onExpired, onBusy }: Props) {
  return (
    <FactorForm
      methods={methods}
      submitLabel="Log In"
      busyLabel="Checking..."
      readPasskey={() => readSecondPasskey(token)}
      prove={(proof) => logInWithSecondFactor(token, proof)}
      onDone={onDone}
      onCancel={onCancel}
      {...(onBusy && { onBusy })}
      onError={({ code, message }) => {
        if (code !== "login_expired" && code !== "account_suspended") return false;
        onExpired(message);
        return true;
      }}
    />
  );
}
