import { useEffect, useRef, useState } from "react";
import { factorCodeForm } from "#contract/accounts/factor-forms.ts";
import type { FactorProof } from "#contract/accounts/factors.ts";
import type { FactorMethod } from "#contract/errors.ts";
import css from "#web/domains/accounts/modals/accounts.module.css";
import { PasskeyError } from "#web/domains/accounts/passkeys.ts";
import { ApiError, getErrorMessage } from "#web/lib/api.ts";
import { canUsePasskeys } from "#web/lib/passkeys.ts";
import { validateForm } from "#web/lib/validate.ts";
import { Field } from "#web/ui/field.tsx";
import { useForm } from "#web/ui/form.ts";
import { FormActions } from "#web/ui/form-actions.tsx";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { TextInput } from "#web/ui/inputs.tsx";

export interface FactorFormProps {
  readonly methods: readonly FactorMethod[];
  readonly submitLabel: string;
  readonly busyLabel: string;
  /** @throws PasskeyError, ApiError */
  readonly readPasskey: () => Promise<FactorProof>;
  /** @throws ApiError */
  readonly prove: (proof: FactorProof) => Promise<unknown>;
  readonly onDone: () => void;
  readonly onCancel: () => void;
  readonly onBusy?: (busy: boolean) => void;
  /** @returns true for an error that another try cannot fix */
  readonly onError?: (error: ApiError) => boolean;
}

const SWITCH: Readonly<Record<FactorMethod, string>> = {
  passkey: "Use a passkey",
  totp: "Use your authenticator app",
  recovery_code: "Use a recovery code",
};

const CODE = {
  totp: { label: "Code from your app", hint: "Six digits, from your authenticator app." },
  recovery_code: { label: "Recovery code", hint: "One of the ten you kept. Each works once." },
} as const;

const EMPTY = { code: "" };
const FAILED = "That did not work. Please try again.";

/** Whichever factor the member has and picks. */
export function FactorForm(props: FactorFormProps) {
  const { methods, submitLabel, busyLabel, readPasskey, prove, onDone, onCancel, onBusy, onError } = props;
  const usable = methods.filter((method) => method !== "passkey" || canUsePasskeys());
  const [method, setMethod] = useState<FactorMethod>(usable[0] ?? "recovery_code");
  const form = useForm(EMPTY, (values) => (method === "passkey" ? {} : validateForm(factorCodeForm, values)));
  const { errors, busy } = form;
  const element = useRef<HTMLFormElement>(null);

  const submit = form.submit(async ({ code }) => {
    onBusy?.(true);
    try {
      await prove(method === "passkey" ? await readPasskey() : { method, code });
      onDone();
    } catch (error) {
      if (error instanceof ApiError && onError?.(error)) return;
      const inField = error instanceof ApiError ? error.errors["code"] : undefined;
      if (inField) form.showErrors({ code: inField });
      else form.showErrors({ form: error instanceof PasskeyError ? error.message : getErrorMessage(error, FAILED) });
    } finally {
      onBusy?.(false);
    }
  });

  const focusFirst = () =>
    element.current?.querySelector<HTMLElement>("input, button[type=submit]")?.focus({ preventScroll: true });
  // The form follows another one, which had the focus.
  useEffect(focusFirst, []);

  const switchTo = (next: FactorMethod) => {
    setMethod(next);
    form.reset(EMPTY);
    // The pressed button is replaced.
    requestAnimationFrame(focusFirst);
  };

  return (
    <form className={css.form} onSubmit={submit} noValidate ref={element}>
      {method === "passkey" ? (
        <p>Your browser asks for your fingerprint, your face or the code of your device.</p>
      ) : (
        <Field key={method} label={CODE[method].label} hint={CODE[method].hint} error={errors.code}>
          {(control) => (
            <TextInput
              {...control}
              {...form.textProps("code")}
              autoComplete={method === "totp" ? "one-time-code" : "off"}
              inputMode={method === "totp" ? "numeric" : "text"}
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
            />
          )}
        </Field>
      )}
      <FormAlert message={errors.form} />
      <FormActions
        submit={method === "passkey" ? "Use a passkey" : submitLabel}
        busy={busy ? busyLabel : undefined}
        onCancel={onCancel}
      />
      {usable.length > 1 && (
        <div className={css.ways}>
          {usable
            .filter((other) => other !== method)
            .map((other) => (
              <button key={other} type="button" className={css.way} disabled={busy} onClick={() => switchTo(other)}>
                {SWITCH[other]}
              </button>
            ))}
        </div>
      )}
    </form>
  );
}
