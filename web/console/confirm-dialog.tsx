import { useEffect, useId, useRef } from "react";
import css from "#web/console/dialog.module.css";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import typography from "#web/ui/typography.module.css";

/**
 * Before acts that cannot be undone. The browser's own dialog, as `HelpDialog`. The focus starts at the way back.
 * @param onClose runs after `onConfirm`, too
 */
export function ConfirmDialog({
  open,
  title,
  text,
  confirm,
  onConfirm,
  onClose,
}: {
  open: boolean;
  title: string;
  text: string;
  confirm: string;
  onConfirm: () => void;
  onClose: (isConfirmed: boolean) => void;
}) {
  const element = useRef<HTMLDialogElement>(null);
  const isConfirmed = useRef(false);
  const titleId = useId();
  useEffect(() => {
    if (!open) return;
    isConfirmed.current = false;
    element.current?.showModal();
  }, [open]);
  return (
    <dialog ref={element} className={css.dialog} aria-labelledby={titleId} onClose={() => onClose(isConfirmed.current)}>
      <h2 id={titleId} className={classNames(typography.display, typography.d24)}>
        {title}
      </h2>
      <p className={css.text}>{text}</p>
      <div className={css.actions}>
        <Button variant="line" onClick={() => element.current?.close()}>
          Cancel
        </Button>
        <Button
          variant="danger"
          onClick={() => {
            isConfirmed.current = true;
            element.current?.close();
            onConfirm();
          }}
        >
          {confirm}
        </Button>
      </div>
    </dialog>
  );
}
