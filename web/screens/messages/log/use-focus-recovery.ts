import { type RefObject, useEffect } from "react";
import { findBubbleIn } from "#web/domains/chat/bubbles/use-message-keys.ts";

/** With the neighbors of its message at the time of removal. */
interface FocusedControl {
  readonly element: HTMLElement;
  readonly message: Element | null;
  readonly next?: Node | null;
  readonly before?: Node | null;
}

const OVERLAY_SELECTOR = '[role="dialog"], [role="alertdialog"], [role="menu"]';

function findNeighbor(start: Node | null | undefined, direction: "nextElementSibling" | "previousElementSibling") {
  for (let item = start instanceof Element && start.isConnected ? start : null; item; item = item[direction]) {
    const bubble = findBubbleIn(item);
    if (bubble) return bubble;
  }
  return null;
}

/** On phones the conversation or the screen, because focusing the composer would open the keyboard. */
function findFallbackTarget(container: HTMLElement): HTMLElement | null {
  const input = container.querySelector("textarea");
  if (input && matchMedia("(hover: hover) and (pointer: fine)").matches) return input;
  return container.querySelector<HTMLElement>('[role="log"]') ?? document.getElementById("main");
}

/**
 * For a focused control that is removed: a deleted message, a used retry button. The focus goes to the next message,
 * else to the composer.
 */
export function useFocusRecovery(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const container = ref.current;
    if (!container) return;
    let last: FocusedControl | undefined;

    const onFocusIn = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return;
      if (container.contains(target)) last = { element: target, message: target.closest("li") };
      // A dialog that is opened from here returns the focus.
      else if (!target.closest(OVERLAY_SELECTOR)) last = undefined;
    };
    const onFocusOut = () =>
      // Losing the focus while still mounted means that the user moved it on purpose.
      queueMicrotask(() => {
        if (last?.element.isConnected && document.activeElement === document.body) last = undefined;
      });
    const onMutations = (records: readonly MutationRecord[]) => {
      if (!last) return;
      const { element, message } = last;
      const removal = message && records.find(({ removedNodes }) => [...removedNodes].includes(message));
      if (removal) last = { ...last, next: removal.nextSibling, before: removal.previousSibling };
      if (element.isConnected || document.activeElement !== document.body) return;
      const nearest =
        findNeighbor(last.next, "nextElementSibling") ?? findNeighbor(last.before, "previousElementSibling");
      (nearest ?? findFallbackTarget(container))?.focus({ preventScroll: true });
    };

    const observer = new MutationObserver(onMutations);
    observer.observe(container, { childList: true, subtree: true });
    // A confirmation dialog may close after the message was removed.
    observer.observe(document.body, { childList: true });
    document.addEventListener("focusin", onFocusIn);
    container.addEventListener("focusout", onFocusOut);
    return () => {
      observer.disconnect();
      document.removeEventListener("focusin", onFocusIn);
      container.removeEventListener("focusout", onFocusOut);
    };
  }, [ref]);
}
