import type { ReactNode } from "react";
import css from "#web/features/profile/preview-dialog.module.css";
import { Dialog } from "#web/ui/dialog.tsx";

/** The profile as others will see it, before it is saved. */
export function PreviewDialog({
  open,
  onClose,
  children,
}: {
  open: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()} title="Profile Preview" size="lg" reading>
      <div className={css.preview}>{children}</div>
    </Dialog>
  );
}
