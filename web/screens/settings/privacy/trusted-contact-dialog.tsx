import { TrustedContactForm } from "#web/domains/training/trusted-contact-form.tsx";
import { useAskTrustedContact } from "#web/domains/training/trusted-contacts.queries.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { toast } from "#web/ui/toast.tsx";

export function TrustedContactDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { mutateAsync } = useAskTrustedContact();
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
          const { name, state } = await mutateAsync(values);
          toast(state === "pending" ? `We have asked ${name} by email.` : `${name} has said yes already.`, "done");
          onClose();
        }}
      />
    </Dialog>
  );
}
