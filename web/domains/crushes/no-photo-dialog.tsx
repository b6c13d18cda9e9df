import css from "#web/domains/crushes/no-photo-dialog.module.css";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";

interface Props {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onSend: () => void;
}

/** Before the first crush without a photo of one's own. */
export const NoPhotoDialog = ({ open, onOpenChange, onSend }: Props) => (
  <Dialog
    open={open}
    onOpenChange={onOpenChange}
    size="sm"
    title="They will see no photo of you"
    description="Your crush shows a plate with your initial until you add a photo. You are asked only once."
  >
    <div className={css.actions}>
      <ButtonLink size="lg" to="/profile">
        Add a photo
      </ButtonLink>
      <Button variant="text" size="lg" onClick={onSend}>
        Send anyway
      </Button>
    </div>
  </Dialog>
);
