import { useEffect, useEffectEvent } from "react";

export type Shortcuts = Readonly<Record<string, (() => void) | undefined>>;

/** Elements in which a key is text. */
const TEXT = "input:not([type=checkbox], [type=radio]), textarea, select";
/** Elements that Enter and Space press themselves. */
const PRESSED = "a, button, summary, input, [role=button]";

const isPress = (key: string): boolean => key === "Enter" || key === " ";

function isTaken({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest("dialog[open]") || target.matches(TEXT)) return true;
  // Escape closes it, wherever the focus is.
  if (document.querySelector(":popover-open")) return true;
  return isPress(key) && target.matches(PRESSED);
}

/** Not in a text field or a dialog, and not beside an open menu. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTaken(event)) return;
    const action = shortcuts[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    addEventListener("keydown", handleKey);
    return () => removeEventListener("keydown", handleKey);
  }, []);
}
