import { TrustedContactForm } from "#web/features/dates/trusted-contact-form.tsx";
import { Dialog } from "#web/ui/dialog.tsx";

/** Adds a trusted contact in the settings. */
export function TrustedContactDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title="Add a trusted contact"
      description="We write to them once, with your name, and ask for their yes. They need no account."
    >
      <TrustedContactForm onAsked={onClose} />
    </Dialog>
  );
}
