import { useEffect, useEffectEvent } from "react";

export type Shortcuts = Readonly<Record<string, (() => void) | undefined>>;

/** Elements in which a key is text. */
const TEXT = "input:not([type=checkbox], [type=radio]), textarea, select";
/** Elements that Enter and Space press themselves. */
const PRESSED = "a, button, summary, [role=button]";
/** Elements that Space ticks. Enter does nothing there. */
const TICKED = "[type=checkbox], [type=radio]";

const isTextField = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement && target.matches(TEXT);

function isTaken({ target, key }: KeyboardEvent): boolean {
  // Escape closes it, wherever the focus is.
  if (document.querySelector(":popover-open")) return true;
  if (!(target instanceof Element)) return false;
  if (target.closest("dialog[open]")) return true;
  return (key === " " && target.matches(TICKED)) || ((key === " " || key === "Enter") && target.matches(PRESSED));
}

/** Not in a dialog, not beside an open menu, and not in a text field, which Escape leaves. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const { target, key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTaken(event)) return;
    if (isTextField(target)) {
      if (key === "Escape") target.blur();
      return;
    }
    const action = shortcuts[key];
    if (!action) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    addEventListener("keydown", handleKey);
    return () => removeEventListener("keydown", handleKey);
  }, []);
}
