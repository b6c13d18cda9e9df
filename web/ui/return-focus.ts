import { useRef } from "react";

/** Where the focus belongs afterwards: what had it, or the button of the menu that the choice was made in. */
function opener(): HTMLElement | null {
  const active = document.activeElement;
  const button = active?.closest('[role="menu"]')?.getAttribute("aria-labelledby");
  return button ? document.getElementById(button) : active instanceof HTMLElement ? active : null;
}

/**
 * Gives a dialog that is opened by its state, not by a trigger of its own, the way back for the focus.
 * @param whole the dialog itself takes the focus, not the first control in it
 */
export function useReturnFocus(whole = false) {
  const from = useRef<HTMLElement>(null);
  const around = useRef<HTMLElement>(null);
  return {
    onOpenAutoFocus: (event: Event): void => {
      from.current = opener();
      around.current = from.current?.parentElement?.closest<HTMLElement>("[tabindex]") ?? null;
      if (!whole) return;
      event.preventDefault();
      (event.currentTarget as HTMLElement).focus({ preventScroll: true });
    },
    onCloseAutoFocus: (event: Event): void => {
      event.preventDefault();
      if (from.current?.isConnected) from.current.focus({ preventScroll: true });
      // What was done in the dialog has taken it away. Where that led to another screen, that may have the focus already.
      else if (document.activeElement === document.body) around.current?.focus({ preventScroll: true });
    },
  };
}
