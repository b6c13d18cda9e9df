import { useEffect, useRef } from "react";
import css from "#web/console/dialog.module.css";
import { KEYS } from "#web/console/keys.ts";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import typography from "#web/ui/typography.module.css";

/** The browser's own dialog: it holds the focus, Escape closes it, and it needs no style in the page. */
export function HelpDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open) element.current?.showModal();
  }, [open]);
  return (
    <dialog ref={element} className={css.dialog} aria-labelledby="keys-title" onClose={onClose}>
      <h2 id="keys-title" className={classNames(typography.display, typography.d24)}>
        Keys
      </h2>
      <dl className={css.keys}>
        {KEYS.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <Button wide onClick={() => element.current?.close()}>
        Close
      </Button>
    </dialog>
  );
}
