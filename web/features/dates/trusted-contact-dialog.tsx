import { TRUSTED_NAME_MAX, trustedContactForm } from "#contract/trusted-contact-form.ts";
import css from "#web/features/dates/trusted-contacts.module.css";
import { useChangeTrustedContacts } from "#web/features/dates/trusted-contacts.queries.ts";
import { ApiError } from "#web/lib/api.ts";
import { validateForm } from "#web/lib/validate.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { useForm } from "#web/ui/form.ts";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { toFormErrors } from "#web/ui/form-errors.ts";
import { TextInput } from "#web/ui/inputs.tsx";
import { toast } from "#web/ui/toast.tsx";

const EMPTY = { name: "", email: "" };
const FAILED = "They could not be asked. Please try again.";

/** Asks somebody by email whether they want to be a trusted contact. */
export function TrustedContactDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const form = useForm(EMPTY, (values) => validateForm(trustedContactForm, values));
  const { errors, busy } = form;
  const { mutateAsync } = useChangeTrustedContacts();
  const submit = form.submit(async ({ name, email }) => {
    try {
      await mutateAsync({ kind: "add", name, email });
      toast(`We have asked ${name.trim()} by email.`, "done");
      onClose();
    } catch (error) {
      const isRefused = error instanceof ApiError && error.code === "contact_refused";
      form.showErrors(isRefused ? { email: error.message } : toFormErrors(error, EMPTY, FAILED));
    }
  });
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      onClosed={() => form.reset(EMPTY)}
      locked={busy}
      title="Add a trusted contact"
      description="We write to them once, with your username, and ask for their yes. They need no account."
    >
      <form className={css.choices} onSubmit={submit} noValidate>
        <Field label="Their name" hint="Only you see it." error={errors.name}>
          {(control) => (
            <TextInput {...control} {...form.textProps("name")} maxLength={TRUSTED_NAME_MAX} autoComplete="off" />
          )}
        </Field>
        <Field label="Their email" error={errors.email}>
          {(control) => (
            <TextInput {...control} {...form.textProps("email")} type="email" inputMode="email" autoComplete="off" />
          )}
        </Field>
        <FormAlert message={errors.form} />
        <Button size="lg" wide type="submit" busy={busy ? "Asking..." : undefined}>
          Ask Them
        </Button>
      </form>
    </Dialog>
  );
}
