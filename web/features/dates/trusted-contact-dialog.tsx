import { TrustedContactForm } from "#web/features/dates/trusted-contact-form.tsx";
import { useChangeTrustedContacts } from "#web/features/dates/trusted-contacts.queries.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { toast } from "#web/ui/toast.tsx";

/** Adds a trusted contact in the settings. */
export function TrustedContactDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { mutateAsync } = useChangeTrustedContacts();
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title="Add a trusted contact"
      description="We write to them, with your name, and ask for their yes. They need no account."
    >
      <TrustedContactForm
        label="Ask Them"
        ask={async (values) => {
          await mutateAsync({ kind: "ask", values });
          toast(`We have asked ${values.name.trim()} by email.`, "done");
          onClose();
        }}
      />
    </Dialog>
  );
}
