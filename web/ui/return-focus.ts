import { type KeyboardEvent, useRef } from "react";

/** The focused element, unless that is the page itself. */
function findOpener(): HTMLElement | null {
  const active = document.activeElement;
  return active instanceof HTMLElement && active !== document.body ? active : null;
}

/** The library focuses a dialog's first and last control without scrolling to it. */
const showFocused = (): void => {
  requestAnimationFrame(() => document.activeElement?.scrollIntoView({ block: "nearest", inline: "nearest" }));
};

/**
 * For a dialog that is opened by state, without a trigger that the library would know.
 * @param whole focus the dialog itself, not its first control
 */
export function useReturnFocus(whole = false) {
  const openerRef = useRef<HTMLElement>(null);
  const fallbackRef = useRef<HTMLElement>(null);
  return {
    onOpenAutoFocus: (event: Event): void => {
      openerRef.current = findOpener();
      fallbackRef.current = openerRef.current?.parentElement?.closest<HTMLElement>("[tabindex]") ?? null;
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
      if (openerRef.current?.isConnected) openerRef.current.focus({ preventScroll: true });
      // The opener is gone. If the action led to another screen, that may have taken the focus already.
      else if (document.activeElement === document.body) {
        const fallback = fallbackRef.current?.isConnected ? fallbackRef.current : document.getElementById("main");
        fallback?.focus({ preventScroll: true });
      }
    },
  };
}
