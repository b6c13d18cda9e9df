import { useRef } from "react";

/** Where the focus belongs afterwards: what had it, or the button of the menu that the choice was made in. */
function opener(): HTMLElement | null {
  const active = document.activeElement;
  const button = active?.closest('[role="menu"]')?.getAttribute("aria-labelledby");
  return button ? document.getElementById(button) : active instanceof HTMLElement ? active : null;
}

/** Gives a dialog that is opened by its state, not by a trigger of its own, the way back for the focus. */
export function useReturnFocus() {
  const from = useRef<HTMLElement>(null);
  return {
    onOpenAutoFocus: (): void => {
      from.current = opener();
    },
    onCloseAutoFocus: (event: Event): void => {
      event.preventDefault();
      from.current?.focus();
    },
  };
}
