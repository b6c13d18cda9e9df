import { Menu } from "radix-ui/internal";
import { type KeyboardEvent, type RefObject, useRef } from "react";
import { flushSync } from "react-dom";
import { classNames } from "#web/ui/class-names.ts";
import css from "#web/ui/menu.module.css";
import type { MenuChoice, MenuItem } from "#web/ui/menu.tsx";

interface Props {
  id: string;
  /** For a menu without a button, which otherwise names it. */
  label?: string | undefined;
  align?: "start" | "end";
  open: boolean;
  /** The first item gets the focus. */
  openedByKey: boolean;
  onOpenChange: (open: boolean) => void;
  /** Gets the focus after closing. */
  button: RefObject<HTMLElement | null>;
  choices?: readonly MenuChoice[] | undefined;
  items: readonly MenuItem[];
  furtherItems?: readonly MenuItem[] | undefined;
}

/** The library moves the focus up and down only. */
function moveInRow(event: KeyboardEvent<HTMLElement>): void {
  const sibling = { ArrowLeft: "previousElementSibling", ArrowRight: "nextElementSibling" } as const;
  if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
  const next = document.activeElement?.[sibling[event.key]];
  if (next instanceof HTMLElement) next.focus();
}

/** Loaded by `menu.tsx`. */
export function MenuContent({
  id,
  label,
  align = "end",
  open,
  openedByKey,
  onOpenChange,
  button,
  choices,
  items,
  furtherItems = [],
}: Props) {
  /** The focus has moved elsewhere already, as after a press outside, and must not return to the button. */
  const hasMovedFocus = useRef(false);
  const hasFocusedItem = useRef(false);
  /** Closes the menu first: a dialog opened by `callback` would otherwise share focus and Escape with it. */
  const select = (callback: () => void): void => {
    flushSync(() => onOpenChange(false));
    hasMovedFocus.current = true;
    button.current?.focus();
    callback();
  };
  const menuItem = ({ label, icon, onSelect, danger }: MenuItem) => (
    <Menu.Item key={label} className={classNames(css.item, danger && css.danger)} onSelect={() => select(onSelect)}>
      {icon}
      {label}
    </Menu.Item>
  );
  return (
    <Menu.Root open={open} onOpenChange={onOpenChange} modal={false}>
      <Menu.Anchor virtualRef={button as RefObject<HTMLElement>} />
      {/* Content outside of `main` would be in no landmark. */}
      <Menu.Portal container={document.querySelector("main")}>
        <Menu.Content
          id={id}
          {...(label === undefined ? { "aria-labelledby": `${id}-button` } : { "aria-label": label })}
          className={css.menu}
          align={align}
          sideOffset={4}
          collisionPadding={12}
          // The library may have loaded after the key press that opened the menu, so it does not know of it.
          onEntryFocus={(event) => {
            if (!openedByKey || hasFocusedItem.current) return;
            hasFocusedItem.current = true;
            event.preventDefault();
            (event.currentTarget as HTMLElement).querySelector<HTMLElement>('[role^="menuitem"]')?.focus();
          }}
          onInteractOutside={() => {
            hasMovedFocus.current = true;
          }}
          onCloseAutoFocus={(event) => {
            if (!hasMovedFocus.current) button.current?.focus();
            hasMovedFocus.current = false;
            hasFocusedItem.current = false;
            event.preventDefault();
          }}
        >
          {choices && choices.length > 0 && (
            <Menu.Group className={css.choices} onKeyDown={moveInRow}>
              {choices.map(({ label, content, isChosen, onSelect }) => (
                <Menu.CheckboxItem
                  key={label}
                  className={css.choice}
                  aria-label={label}
                  checked={isChosen}
                  onSelect={() => select(onSelect)}
                >
                  {content}
                </Menu.CheckboxItem>
              ))}
            </Menu.Group>
          )}
          {items.map(menuItem)}
          {items.length > 0 && furtherItems.length > 0 && <Menu.Separator className={css.line} />}
          {furtherItems.map(menuItem)}
        </Menu.Content>
      </Menu.Portal>
    </Menu.Root>
  );
}
