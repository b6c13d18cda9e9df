import { useState } from "react";
import { passwordForm } from "#contract/accounts/factor-forms.ts";
import type { FactorProof } from "#contract/accounts/factors.ts";
import { methodsOf, useFactors } from "#web/domains/accounts/factors.queries.ts";
import css from "#web/domains/accounts/modals/accounts.module.css";
import { FactorForm } from "#web/domains/accounts/modals/factor-form.tsx";
import { readPasskey } from "#web/domains/accounts/passkeys.ts";
import { reauthenticate } from "#web/domains/accounts/reauthentication.ts";
import { call } from "#web/lib/api.ts";
import { validateForm } from "#web/lib/validate.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { useForm } from "#web/ui/form.ts";
import { FormActions } from "#web/ui/form-actions.tsx";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { toFormErrors } from "#web/ui/form-errors.ts";
import { InlineError } from "#web/ui/inline-error.tsx";
import { PasswordInput } from "#web/ui/inputs.tsx";
import { Delayed, Skeleton } from "#web/ui/skeleton.tsx";

interface Props {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** @throws PasskeyError */
async function readPasskeyAgain(): Promise<FactorProof> {
  const { options } = await call("POST /api/auth/reauthenticate/options", {});
  return { method: "passkey", response: await readPasskey(options) };
}

/** The password only for a member without a factor. */
export function ReauthenticationDialog({ open, onClose, onDone }: Props) {
  const [busy, setBusy] = useState(false);
  return (
    <Dialog
      size="sm"
      open={open}
      onOpenChange={(next) => next || onClose()}
      locked={busy}
      title="Is it you?"
      description="This matters, so we ask once more. Then you have ten minutes."
    >
      {open && <Questions onClose={onClose} onDone={onDone} onBusy={setBusy} />}
    </Dialog>
  );
}

type QuestionProps = Omit<Props, "open"> & { onBusy: (busy: boolean) => void };

function Questions(props: QuestionProps) {
  const { data: factors, isError, refetch } = useFactors();
  if (!factors)
    return isError ? (
      <InlineError message="That did not load." onRetry={() => void refetch()} />
    ) : (
      <Delayed>
        <Skeleton style={{ display: "block", width: "100%", height: 56 }} />
      </Delayed>
    );
  const methods = methodsOf(factors);
  if (methods.length === 0) return <PasswordQuestion {...props} />;
  return (
    <FactorForm
      methods={methods}
      submitLabel="Continue"
      busyLabel="Checking..."
      readPasskey={readPasskeyAgain}
      prove={reauthenticate}
      onDone={props.onDone}
      onCancel={props.onClose}
      onBusy={props.onBusy}
    />
  );
}

const EMPTY = { password: "" };

function PasswordQuestion({ onClose, onDone, onBusy }: QuestionProps) {
  const form = useForm(EMPTY, (values) => validateForm(passwordForm, values));
  const { errors, busy } = form;
  const submit = form.submit(async ({ password }) => {
    onBusy(true);
    try {
      await reauthenticate({ method: "password", password });
      onDone();
    } catch (error) {
      form.showErrors(toFormErrors(error, EMPTY, "That did not work. Please try again."));
    } finally {
      onBusy(false);
    }
  });
  return (
    <form className={css.form} onSubmit={submit} noValidate>
      <Field label="Password" error={errors.password}>
        {(control) => <PasswordInput {...control} {...form.textProps("password")} autoComplete="current-password" />}
      </Field>
      <FormAlert message={errors.form} />
      <FormActions submit="Continue" busy={busy ? "Checking..." : undefined} onCancel={onClose} />
    </form>
  );
}
