import { AlertDialog } from "radix-ui";
import type { ReactNode } from "react";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import css from "#web/ui/dialog.module.css";
import { useReturnFocus } from "#web/ui/return-focus.ts";
import typography from "#web/ui/typography.module.css";

export interface ConfirmProps {
  open: boolean;
  title: ReactNode;
  text?: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  danger?: boolean;
  busy?: string | undefined;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Loaded by `confirm.tsx`. */
export function ConfirmContent({
  open,
  title,
  text,
  confirmLabel,
  cancelLabel = "Cancel",
  danger = false,
  busy,
  onConfirm,
  onCancel,
}: ConfirmProps) {
  const returnFocus = useReturnFocus();
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && busy === undefined && onCancel()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={css.veil}>
          <AlertDialog.Content
            className={classNames(css.dialog, css.sm, css.confirm)}
            {...returnFocus}
            data-sheet=""
            {...(!text && { "aria-describedby": undefined })}
          >
            <AlertDialog.Title className={classNames(typography.display, typography.d24)}>{title}</AlertDialog.Title>
            {text && <AlertDialog.Description className={css.description}>{text}</AlertDialog.Description>}
            <div className={css.actions}>
              <AlertDialog.Cancel asChild>
                <Button variant="line" size="lg" disabled={busy !== undefined}>
                  {cancelLabel}
                </Button>
              </AlertDialog.Cancel>
              <Button
                variant={danger ? "danger" : "solid"}
                size="lg"
                busy={busy}
                className={danger ? css.dangerous : undefined}
                onClick={onConfirm}
              >
                {confirmLabel}
              </Button>
            </div>
          </AlertDialog.Content>
        </AlertDialog.Overlay>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
