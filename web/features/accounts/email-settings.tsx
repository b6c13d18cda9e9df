import { AtSign } from "lucide-react";
import { useRef, useState } from "react";
import type { Emails } from "#contract/email-change.ts";
import { emailChangeForm } from "#contract/settings-forms.ts";
import accounts from "#web/features/accounts/accounts.module.css";
import { useCancelEmailChange, useChangeEmail, useEmails } from "#web/features/accounts/email.queries.ts";
import css from "#web/features/accounts/email-settings.module.css";
import { onFirstUse } from "#web/lib/on-first-use.ts";
import { useStickyError } from "#web/lib/use-sticky-error.ts";
import { validateForm } from "#web/lib/validate.ts";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { useForm } from "#web/ui/form.ts";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { toFormErrors } from "#web/ui/form-errors.ts";
import { InlineError } from "#web/ui/inline-error.tsx";
import { PasswordInput, TextInput } from "#web/ui/inputs.tsx";
import { Delayed, Skeleton } from "#web/ui/skeleton.tsx";
import { toast } from "#web/ui/toast.tsx";
import typography from "#web/ui/typography.module.css";

export function EmailSettings() {
  const { data: emails, isError, refetch } = useStickyError(useEmails());
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  return (
    <section aria-labelledby="email" className={css.email}>
      <h2 id="email" className={classNames(typography.display, typography.d20)}>
        Email
      </h2>
      {emails ? (
        <>
          <p className={css.address}>
            <span className={typography.strong}>{emails.email}</span>
            <span className={typography.muted}>{emails.emailVerified ? "Confirmed" : "Not confirmed yet"}</span>
          </p>
          <div role="status" className={css.pendingSlot}>
            {emails.pending && (
              <Pending email={emails.email} pending={emails.pending} onCancelled={() => opener.current?.focus()} />
            )}
          </div>
        </>
      ) : isError ? (
        <InlineError message="Your email did not load." onRetry={() => void refetch()} />
      ) : (
        <Delayed>
          <Skeleton style={{ display: "block", width: 220, height: 48 }} />
        </Delayed>
      )}
      <Button variant="line" icon={<AtSign />} ref={opener} onClick={() => setIsDialogOpen(true)}>
        Change Email
      </Button>
      <ChangeEmailDialog open={isDialogOpen} onClose={() => setIsDialogOpen(false)} />
    </section>
  );
}

const clock = onFirstUse(() => new Intl.DateTimeFormat("en-US", { timeStyle: "short" }));

interface PendingProps {
  email: string;
  pending: NonNullable<Emails["pending"]>;
  onCancelled: () => void;
}

function Pending({ email, pending, onCancelled }: PendingProps) {
  const { mutate, isPending } = useCancelEmailChange();
  return (
    <div className={css.pending}>
      <p>
        Waiting for <strong className={typography.strong}>{pending.email}</strong>: open the link we sent there before{" "}
        {clock().format(new Date(pending.until))}. Until then you log in with {email}.
      </p>
      <Button
        variant="quiet"
        busy={isPending ? "Cancelling..." : undefined}
        onClick={() => mutate(undefined, { onSuccess: onCancelled })}
      >
        Cancel the change
      </Button>
    </div>
  );
}

const EMPTY = { email: "", currentPassword: "" };

function ChangeEmailDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const form = useForm(EMPTY, (values) => validateForm(emailChangeForm, values));
  const { errors, busy } = form;
  const { mutateAsync } = useChangeEmail();
  const submit = form.submit(async (values) => {
    try {
      toast((await mutateAsync(values)).message, "done");
      onClose();
    } catch (error) {
      form.showErrors(toFormErrors(error, EMPTY, "Failed to change email"));
    }
  });
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      onClosed={() => form.reset(EMPTY)}
      locked={busy}
      title="Change your email"
      description="We send a link to the new address. Nothing changes until you open it."
    >
      <form className={accounts.form} onSubmit={submit} noValidate>
        <Field label="New email" error={errors.email}>
          {(control) => (
            <TextInput {...control} {...form.textProps("email")} type="email" inputMode="email" autoComplete="email" />
          )}
        </Field>
        <Field label="Current password" error={errors.currentPassword}>
          {(control) => (
            <PasswordInput {...control} {...form.textProps("currentPassword")} autoComplete="current-password" />
          )}
        </Field>
        <FormAlert message={errors.form} />
        <div className={accounts.actions}>
          <Button variant="line" size="lg" disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button size="lg" className={accounts.main} type="submit" busy={busy ? "Sending..." : undefined}>
            Send Link
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
