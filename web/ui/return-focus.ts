import { type KeyboardEvent, useRef } from "react";

/** Where the focus belongs afterwards: what had it. The page itself is no place to lead back to. */
function opener(): HTMLElement | null {
  const active = document.activeElement;
  return active instanceof HTMLElement && active !== document.body ? active : null;
}

/** Scrolls to what has the focus: the library leads it to a dialog's first and last control without. */
const showFocused = (): void => {
  requestAnimationFrame(() => document.activeElement?.scrollIntoView({ block: "nearest", inline: "nearest" }));
};

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
      if (whole) {
        event.preventDefault();
        (event.currentTarget as HTMLElement).focus({ preventScroll: true });
      } else showFocused();
    },
    onKeyDown: ({ key }: KeyboardEvent): void => {
      if (key === "Tab") showFocused();
    },
    onCloseAutoFocus: (event: Event): void => {
      event.preventDefault();
      if (from.current?.isConnected) from.current.focus({ preventScroll: true });
      // What was done in the dialog has taken it away. Where that led to another screen, that may have the focus already.
      else if (document.activeElement === document.body) {
        const near = around.current?.isConnected ? around.current : document.getElementById("main");
        near?.focus({ preventScroll: true });
      }
    },
  };
}
