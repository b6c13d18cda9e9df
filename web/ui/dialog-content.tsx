import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { classNames } from "#web/ui/class-names.ts";
import css from "#web/ui/dialog.module.css";
import { IconButton } from "#web/ui/icon-button.tsx";
import { useReturnFocus } from "#web/ui/return-focus.ts";
import typography from "#web/ui/typography.module.css";

/** Duration of the open and close animations: `--modal` of the tokens. */
export const MODAL_MS = 300;

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  titleHidden?: boolean;
  description?: ReactNode;
  above?: ReactNode;
  size?: "sm" | "md" | "lg" | "full";
  reading?: boolean;
  locked?: boolean;
  className?: string | undefined;
  onClosed?: (() => void) | undefined;
  children?: ReactNode;
}

/** Loaded by `dialog.tsx`, which documents the props. */
export function DialogContent({
  open,
  onOpenChange,
  title,
  titleHidden = false,
  description,
  above,
  size = "md",
  reading = false,
  locked = false,
  className,
  onClosed,
  children,
}: DialogProps) {
  const returnFocus = useReturnFocus(reading);
  const wasOpen = useRef(open);
  const notifyClosed = useEffectEvent(() => onClosed?.());
  useEffect(() => {
    if (open) wasOpen.current = true;
    if (open || !wasOpen.current) return;
    const timer = setTimeout(() => {
      wasOpen.current = false;
      notifyClosed();
    }, MODAL_MS);
    return () => clearTimeout(timer);
  }, [open]);

  return (
    <Radix.Root open={open} onOpenChange={(next) => (next || !locked) && onOpenChange(next)}>
      <Radix.Portal>
        <Radix.Overlay className={css.veil}>
          <Radix.Content
            className={classNames(css.dialog, css[size], className)}
            {...returnFocus}
            data-sheet=""
            {...(!description && { "aria-describedby": undefined })}
          >
            {above && <div className={css.above}>{above}</div>}
            <Radix.Title
              className={
                titleHidden
                  ? classNames(css.unseen, typography.hidden)
                  : classNames(css.title, typography.display, typography.d24)
              }
            >
              {title}
            </Radix.Title>
            {description && <Radix.Description className={css.description}>{description}</Radix.Description>}
            <div className={css.body}>{children}</div>
            <Radix.Close asChild>
              <IconButton label="Close" className={css.close} disabled={locked}>
                <X />
              </IconButton>
            </Radix.Close>
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}
