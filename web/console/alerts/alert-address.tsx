import { type Ref, useId, useState } from "react";
import type { AlertSettings } from "#contract/moderation/alerts.ts";
import { useAlertChange } from "#web/console/alerts/alerts.queries.ts";
import css from "#web/console/alerts/alerts-page.module.css";
import { callStaff } from "#web/console/staff-api.ts";
import { ApiError, getErrorMessage } from "#web/lib/api.ts";
import { formatTimeOfDay } from "#web/lib/format-date.ts";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Field } from "#web/ui/field.tsx";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { TextInput } from "#web/ui/inputs.tsx";
import { toast } from "#web/ui/toast.tsx";
import typography from "#web/ui/typography.module.css";
import { useFocusOnChange } from "#web/ui/use-focus-on-change.ts";

const fieldErrorOf = (error: unknown, name: string): string | undefined =>
  error instanceof ApiError ? error.errors[name] : undefined;

const requestCode = (email: string) => callStaff("POST /api/moderation/alerts/email", { body: { email } });

function AddressForm({ ref, onCancel }: { ref: Ref<HTMLInputElement>; onCancel: (() => void) | undefined }) {
  const [email, setEmail] = useState("");
  const request = useAlertChange(requestCode);
  const fieldError = fieldErrorOf(request.error, "email");
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!request.isPending) request.mutate(email);
      }}
    >
      <FormAlert
        message={request.isError && !fieldError ? getErrorMessage(request.error, "No code was sent.") : undefined}
      />
      <Field label="Your address" hint="For alerts only. Members never see it." error={fieldError}>
        {(control) => (
          <TextInput
            {...control}
            ref={ref}
            type="email"
            autoComplete="email"
            value={email}
            onChange={({ target }) => setEmail(target.value)}
          />
        )}
      </Field>
      <div className={css.actions}>
        <Button type="submit" busy={request.isPending ? "Sending…" : undefined}>
          Send a code
        </Button>
        {onCancel && (
          <Button variant="line" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}

function CodeForm({
  ref,
  pending,
  onOther,
}: {
  ref: Ref<HTMLInputElement>;
  pending: NonNullable<AlertSettings["pending"]>;
  onOther: () => void;
}) {
  const [code, setCode] = useState("");
  const sentId = useId();
  const confirm = useAlertChange((code: string) =>
    callStaff("POST /api/moderation/alerts/email/confirm", { body: { code } }),
  );
  const repeat = useAlertChange(requestCode);
  const fieldError = fieldErrorOf(confirm.error, "code");
  const failed = repeat.error ?? (fieldError === undefined ? confirm.error : null);
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        repeat.reset();
        if (!confirm.isPending)
          confirm.mutate(code, { onSuccess: () => toast("Alerts come to this address.", "done") });
      }}
    >
      <p id={sentId}>
        A code is on its way to <span className={css.address}>{pending.email}</span>. It works until{" "}
        {formatTimeOfDay(new Date(pending.until))}.
      </p>
      <FormAlert message={failed ? getErrorMessage(failed, "The address was not confirmed.") : undefined} />
      <Field label="The code of that mail" error={fieldError}>
        {(control) => (
          <TextInput
            {...control}
            ref={ref}
            aria-describedby={`${sentId} ${control["aria-describedby"] ?? ""}`}
            className={css.code}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={10}
            value={code}
            onChange={({ target }) => setCode(target.value)}
          />
        )}
      </Field>
      <div className={css.actions}>
        <Button type="submit" busy={confirm.isPending ? "Confirming…" : undefined}>
          Confirm
        </Button>
        <Button
          variant="line"
          busy={repeat.isPending ? "Sending…" : undefined}
          onClick={() => {
            confirm.reset();
            repeat.mutate(pending.email, { onSuccess: () => toast("Another code is on its way.", "done") });
          }}
        >
          Send another
        </Button>
        <Button variant="line" onClick={onOther}>
          Other address
        </Button>
      </div>
    </form>
  );
}

function ConfirmedAddress({ email, onChange }: { email: string; onChange: () => void }) {
  const remove = useAlertChange(() => callStaff("DELETE /api/moderation/alerts/email", {}));
  return (
    <div className={css.form}>
      <FormAlert message={remove.isError ? getErrorMessage(remove.error, "The address was not removed.") : undefined} />
      <p className={classNames(css.address, typography.strong)}>{email}</p>
      <div className={css.actions}>
        <Button variant="line" onClick={onChange}>
          Change
        </Button>
        <Button
          variant="line"
          busy={remove.isPending ? "Removing…" : undefined}
          onClick={() => remove.mutate(undefined)}
        >
          Remove
        </Button>
      </div>
    </div>
  );
}

export function AlertAddress({ email, pending }: Pick<AlertSettings, "email" | "pending">) {
  /** The state in which they have asked to enter an address. */
  const [changing, setChanging] = useState<string>();
  const state = `${email} ${pending?.email} ${pending?.until}`;
  const stop = () => setChanging(undefined);
  const isChanging = changing === state;
  const step = isChanging || (email === null && pending === null) ? "address" : pending ? "code" : "confirmed";
  const target = useFocusOnChange(step);
  return (
    <section className={css.section} aria-labelledby="alerts-email">
      <h2
        ref={step === "confirmed" ? target : undefined}
        id="alerts-email"
        tabIndex={-1}
        className={classNames(typography.display, typography.d20)}
      >
        Email
      </h2>
      {step === "address" ? (
        <AddressForm ref={target} onCancel={isChanging ? stop : undefined} />
      ) : pending ? (
        <CodeForm ref={target} pending={pending} onOther={() => setChanging(state)} />
      ) : (
        <ConfirmedAddress email={email ?? ""} onChange={() => setChanging(state)} />
      )}
      {email !== null && pending && (
        <p className={classNames(typography.small, typography.muted)}>
          Until then alerts come to <span className={css.address}>{email}</span>.
        </p>
      )}
    </section>
  );
}
