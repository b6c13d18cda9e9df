import { type RefObject, useCallback, useEffect, useState } from "react";
import type { GroupedMessage } from "#web/domains/chat/bubbles/message-groups.ts";
import { getReactionChoices, type SetReaction } from "#web/domains/chat/bubbles/message-reactions.tsx";
import { ContextMenu, type MenuItem } from "#web/ui/menu.tsx";

/** Milliseconds until a touch counts as a long press, and pixels that it may move meanwhile. */
const [LONG_PRESS_MS, LONG_PRESS_MOVE_PX] = [450, 10];

interface OpenMenu {
  readonly key: string;
  /** The bubble or its button. */
  readonly anchor: HTMLElement;
  readonly byKey: boolean;
}

export type OpenMessageMenu = (key: string, anchor: HTMLElement, byKey: boolean) => void;

export function useMessageMenu() {
  const [menu, setMenu] = useState<OpenMenu>();
  const openMenu = useCallback<OpenMessageMenu>((key, anchor, byKey) => setMenu({ key, anchor, byKey }), []);
  const closeMenu = useCallback(() => setMenu(undefined), []);
  return { menu, openMenu, closeMenu };
}

interface Props {
  menu: OpenMenu | undefined;
  bubbles: readonly GroupedMessage[];
  getItems: (bubble: GroupedMessage) => MenuItem[];
  onReact: SetReaction | undefined;
  onClose: () => void;
}

export function MessageMenu({ menu, bubbles, getItems, onReact, onClose }: Props) {
  const bubble = menu && bubbles.find((one) => one.key === menu.key);
  return (
    <ContextMenu
      label="Message actions"
      anchor={bubble && menu?.anchor}
      openedByKey={menu?.byKey ?? false}
      align={bubble?.isOwn ? "end" : "start"}
      choices={bubble && onReact && getReactionChoices(bubble, onReact)}
      items={bubble ? getItems(bubble) : []}
      onClose={onClose}
    />
  );
}

/** Undefined if the browser has a menu of its own for the target. */
function findBubble({ target }: Event): HTMLElement | null {
  if (!(target instanceof Element) || !getSelection()?.isCollapsed) return null;
  if (target.closest("a:not([data-menu])")) return null;
  return target.closest<HTMLElement>("[data-key]")?.querySelector<HTMLElement>("[data-menu]") ?? null;
}

const getKey = (bubble: HTMLElement): string => bubble.closest<HTMLElement>("[data-key]")?.dataset["key"] ?? "";

/** By right click, by the menu key and by a long press. iOS has no event for the latter. */
export function useMenuGestures(log: RefObject<HTMLElement | null>, openMenu: OpenMessageMenu): void {
  useEffect(() => {
    const element = log.current;
    if (!element) return;
    const listeners = new AbortController();
    const { signal } = listeners;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let start: PointerEvent | undefined;
    let wasLongPress = false;
    const cancel = () => clearTimeout(timer);

    const onPointerDown = (event: PointerEvent) => {
      cancel();
      wasLongPress = false;
      const bubble = event.pointerType === "touch" && event.isPrimary ? findBubble(event) : null;
      if (!bubble) return;
      start = event;
      timer = setTimeout(() => {
        wasLongPress = true;
        openMenu(getKey(bubble), bubble, false);
      }, LONG_PRESS_MS);
    };
    const onPointerMove = ({ clientX, clientY }: PointerEvent) => {
      if (start && Math.hypot(clientX - start.clientX, clientY - start.clientY) > LONG_PRESS_MOVE_PX) cancel();
    };
    const onContextMenu = (event: PointerEvent) => {
      const bubble = findBubble(event);
      if (!bubble) return;
      event.preventDefault();
      cancel();
      if (wasLongPress) return;
      wasLongPress = event.pointerType === "touch";
      const isByKey = !wasLongPress && event.button !== 2 && document.activeElement === bubble;
      openMenu(getKey(bubble), bubble, isByKey);
    };
    // The end of a long press is no tap, which would take the focus from the menu and close it.
    const onTouchEnd = (event: TouchEvent) => {
      if (wasLongPress && event.cancelable) event.preventDefault();
      wasLongPress = false;
    };

    element.addEventListener("pointerdown", onPointerDown, { signal });
    element.addEventListener("pointermove", onPointerMove, { signal, passive: true });
    for (const type of ["pointerup", "pointercancel"] as const) element.addEventListener(type, cancel, { signal });
    element.addEventListener("contextmenu", onContextMenu, { signal });
    element.addEventListener("touchend", onTouchEnd, { signal, passive: false });
    return () => {
      cancel();
      listeners.abort();
    };
  }, [log, openMenu]);
}
