import { type RefObject, useEffect } from "react";

/** What had the focus, and what stood beside its message when that went. */
interface FocusedControl {
  readonly element: HTMLElement;
  readonly message: Element | null;
  readonly next?: Node | null;
  readonly before?: Node | null;
}

const OVERLAY_SELECTOR = '[role="dialog"], [role="alertdialog"], [role="menu"]';

/** Stands on a button that takes something away without asking: no focus may be led there. */
export const NO_FOCUS_ATTRIBUTE = "data-unasked";
/** Stands on what is beside each of the other's messages: whoever has dealt with their own is not led there. */
export const SECONDARY_ATTRIBUTE = "data-aside";

/** The nearest message in a direction that has something to press, and nothing that goes by one press too many. */
function findControl(start: Node | null | undefined, way: "nextElementSibling" | "previousElementSibling") {
  for (let item = start instanceof Element && start.isConnected ? start : null; item; item = item[way]) {
    const control = item.querySelector<HTMLElement>(`button:not([${SECONDARY_ATTRIBUTE}])`);
    if (control && !item.querySelector(`[${NO_FOCUS_ATTRIBUTE}]`)) return control;
  }
  return null;
}

/** Where one writes; on a phone that would open its keyboard, so there it is the conversation, or the screen. */
function findFallbackTarget(place: HTMLElement): HTMLElement | null {
  const input = place.querySelector("textarea");
  if (input && matchMedia("(hover: hover) and (pointer: fine)").matches) return input;
  return place.querySelector<HTMLElement>('[role="log"]') ?? document.getElementById("main");
}

/**
 * Keeps the focus within a conversation when what had it goes: a message with its buttons, a Retry that was pressed, a button
 * that led where one is now. It goes to the next message that has something to press, else to where one writes.
 */
export function useFocusRecovery(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const place = ref.current;
    if (!place) return;
    let last: FocusedControl | undefined;

    const focused = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return;
      if (place.contains(target)) last = { element: target, message: target.closest("li") };
      // A dialog that is opened from here gives it back.
      else if (!target.closest(OVERLAY_SELECTOR)) last = undefined;
    };
    const left = () =>
      // What loses the focus and stays was left on purpose.
      queueMicrotask(() => {
        if (last?.element.isConnected && document.activeElement === document.body) last = undefined;
      });
    const changed = (records: readonly MutationRecord[]) => {
      if (!last) return;
      const { element, message } = last;
      const gone = message && records.find(({ removedNodes }) => [...removedNodes].includes(message));
      if (gone) last = { ...last, next: gone.nextSibling, before: gone.previousSibling };
      if (element.isConnected || document.activeElement !== document.body) return;
      const near = findControl(last.next, "nextElementSibling") ?? findControl(last.before, "previousElementSibling");
      (near ?? findFallbackTarget(place))?.focus({ preventScroll: true });
    };

    const observer = new MutationObserver(changed);
    observer.observe(place, { childList: true, subtree: true });
    // A dialog that asked goes from there, maybe later than the message.
    observer.observe(document.body, { childList: true });
    document.addEventListener("focusin", focused);
    place.addEventListener("focusout", left);
    return () => {
      observer.disconnect();
      document.removeEventListener("focusin", focused);
      place.removeEventListener("focusout", left);
    };
  }, [ref]);
}
