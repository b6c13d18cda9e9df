import { ConfirmContent } from "#web/ui/confirm-content.tsx";
import { useDialogHistory } from "#web/ui/dialog-history.ts";

interface Props {
  open: boolean;
  onSend: () => void;
  /** Closes the question. The text is still in the field, which gets the focus back. */
  onEdit: () => void;
}

/**
 * "Are you sure?" before a message whose words may hurt. Unlike `Confirm` it has loaded with the rules, so that it opens
 * at once and also without a network.
 */
export function SendQuestion({ open, onSend, onEdit }: Props) {
  useDialogHistory(open, onEdit);
  return (
    <ConfirmContent
      open={open}
      title="Are you sure?"
      text="These words could hurt. Your message has not been sent yet."
      confirmLabel="Send anyway"
      cancelLabel="Edit"
      onConfirm={onSend}
      onCancel={onEdit}
    />
  );
}
