import { deletionForm } from "#contract/accounts/settings-forms.ts";
import { RETENTION_DAYS } from "#contract/limits.ts";
import { ReauthenticationCancelled } from "#web/domains/accounts/reauthentication.ts";
import { deleteAccount } from "#web/domains/member-data/account-deletion.requests.ts";
import { ApiError, getErrorMessage } from "#web/lib/api.ts";
import { validateForm } from "#web/lib/validate.ts";
import css from "#web/screens/settings/account/delete-account.module.css";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field, FieldError } from "#web/ui/field.tsx";
import { useForm } from "#web/ui/form.ts";
import { PasswordInput } from "#web/ui/inputs.tsx";
import { toast } from "#web/ui/toast.tsx";

const EMPTY = { password: "" };
const NO_ANSWER = "Spotter did not answer, so we cannot say whether it is done. Check your connection and try again.";

export function DeleteAccountDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const form = useForm(EMPTY, (values) => validateForm(deletionForm, values));
  const { errors, busy } = form;
  const send = form.submit(async (values) => {
    try {
      await deleteAccount(values);
      toast("Your account is deleted. Take care out there.", "done");
    } catch (error) {
      if (error instanceof ReauthenticationCancelled) return;
      const inField = error instanceof ApiError ? error.errors["password"] : undefined;
      form.showErrors(inField ? { password: inField } : { form: getErrorMessage(error, NO_ANSWER, NO_ANSWER) });
    }
  });
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      reading
      locked={busy}
      title="Delete your account?"
      description="It happens at once, and nobody can undo it."
      onClosed={() => form.reset(EMPTY)}
    >
      <form className={css.form} onSubmit={send} noValidate>
        <DeletionConsequences />
        <Field label="Password" error={errors.password}>
          {(control) => <PasswordInput {...control} {...form.textProps("password")} autoComplete="current-password" />}
        </Field>
        {errors.form && (
          <div role="alert">
            <FieldError>{errors.form}</FieldError>
          </div>
        )}
        <div className={css.actions}>
          <Button variant="line" size="lg" disabled={busy} onClick={onClose}>
            Keep it
          </Button>
          <Button
            variant="danger"
            size="lg"
            className={css.danger}
            type="submit"
            busy={busy ? "Deleting..." : undefined}
          >
            Delete Account
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** A scrollable region must be reachable by keyboard (WCAG 2.1.1). */
const BY_KEYS = { tabIndex: 0 } as const;

function DeletionConsequences() {
  return (
    <section className={css.meaning} aria-label="What it means" {...BY_KEYS}>
      <h3>What goes</h3>
      <ul>
        <li>Your profile, photos, preferences and logins, on every device.</li>
        <li>Your matches and crushes, and every message and picture you have sent.</li>
        <li>Your week, your workout dates, your trusted contacts and what you share with them.</li>
      </ul>
      <h3>What stays</h3>
      <ul>
        <li>
          For {RETENTION_DAYS} days, where only a report about you can read it: your profile, your photos, and what you
          sent or deleted in the last {RETENTION_DAYS} days. Then it is gone for good.
        </li>
        <li>What others wrote to you, in a conversation with “Deleted member”.</li>
        <li>Records of payments and crushes, without your name.</li>
        <li>Reports by or about you, for a year, for the people who run Spotter.</li>
        <li>The newsletter, if you asked for it: each one has a link that ends it.</li>
      </ul>
      <h3>Crushes and membership</h3>
      <ul>
        <li>
          Crushes you have not used are lost. If you bought them in the EU within 14 days, withdraw first, in Billing.
        </li>
        <li>Whoever waits for your answer gets their crush back.</li>
        <li>A membership ends now and is not charged again. What is left of its month is not paid back.</li>
      </ul>
    </section>
  );
}
