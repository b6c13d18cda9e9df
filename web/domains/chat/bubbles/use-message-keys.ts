import { type FocusEvent, type RefObject, useEffect, useState } from "react";
import type { OpenMessageMenu } from "#web/domains/chat/bubbles/message-menu.tsx";

const BUBBLE = "[data-menu]";

export const findBubbleIn = (item: Element | null | undefined): HTMLElement | null =>
  item?.querySelector<HTMLElement>(BUBBLE) ?? null;

/** Its end has to be visible. */
function findLowestVisible(log: HTMLElement): HTMLElement | null {
  const edge = log.getBoundingClientRect().bottom + 1;
  const items = [...log.querySelectorAll("ol > li")];
  return findBubbleIn(items.findLast((item) => item.getBoundingClientRect().bottom <= edge) ?? items.at(-1));
}

/** In reading order, with those beside and under the bubble. */
const listControls = (item: Element): HTMLElement[] => [
  ...item.querySelectorAll<HTMLElement>(`${BUBBLE}, ${BUBBLE} :is(a, button)`),
  ...item.querySelectorAll<HTMLElement>(`:is(a, button):not(${BUBBLE} *)`),
];

function findNext(log: HTMLElement, focused: HTMLElement, key: string): HTMLElement | null | undefined {
  const item = focused.closest("li");
  if (!item) return key === "ArrowUp" || key === "ArrowDown" ? findLowestVisible(log) : undefined;
  if (key === "ArrowUp") return findBubbleIn(item.previousElementSibling);
  if (key === "ArrowDown") return findBubbleIn(item.nextElementSibling);
  const controls = listControls(item);
  const index = controls.indexOf(focused);
  if (key === "ArrowRight") return controls[index + 1];
  return key === "ArrowLeft" ? controls[index - 1] : undefined;
}

/**
 * Up and down move the focus between messages, left and right within a message, and Enter opens its menu.
 * `createMessageTarget` handles Home and End.
 */
export function useMessageKeys(log: RefObject<HTMLElement | null>, openMenu: OpenMessageMenu) {
  const [isInside, setIsInside] = useState(false);

  useEffect(() => {
    const element = log.current;
    if (!element) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const { target, key, altKey, ctrlKey, metaKey, shiftKey } = event;
      if (!(target instanceof HTMLElement) || altKey || ctrlKey || metaKey || shiftKey) return;
      if (target.matches(BUBBLE) && (key === "Enter" || key === " ")) {
        event.preventDefault();
        const item = target.closest<HTMLElement>("[data-key]");
        if (!event.repeat) openMenu(item?.dataset["key"] ?? "", target, true);
        return;
      }
      const next = findNext(element, target, key);
      if (!next) return;
      event.preventDefault();
      next.focus();
    };
    element.addEventListener("keydown", onKeyDown);
    return () => element.removeEventListener("keydown", onKeyDown);
  }, [log, openMenu]);

  return {
    // Without a focused message the log itself is the tab stop, which the arrow keys scroll as well.
    tabIndex: isInside ? -1 : 0,
    onFocus: ({ target, currentTarget }: FocusEvent) => {
      const bubble = findBubbleIn(target.closest("li"));
      if (bubble) bubble.tabIndex = 0;
      setIsInside(target !== currentTarget);
    },
    onBlur: ({ target, currentTarget, relatedTarget }: FocusEvent) => {
      const bubble = findBubbleIn(target.closest("li"));
      if (bubble) bubble.tabIndex = -1;
      if (!currentTarget.contains(relatedTarget)) setIsInside(false);
    },
  };
}
