import { Menu } from "radix-ui/internal";
import { type RefObject, useRef } from "react";
import { flushSync } from "react-dom";
import { classNames } from "#web/ui/class-names.ts";
import css from "#web/ui/menu.module.css";
import type { MenuItem } from "#web/ui/menu.tsx";

interface Props {
  id: string;
  open: boolean;
  /** The last key pressed opened it: the first thing to do has the focus. */
  byKey: boolean;
  onOpenChange: (open: boolean) => void;
  /** The button that it belongs to, where the focus goes back to. */
  button: RefObject<HTMLElement | null>;
  items: readonly MenuItem[];
}

/** What a menu offers, beside its button; `menu.tsx` loads it. */
export function MenuContent({ id, open, byKey, onOpenChange, button, items }: Props) {
  /** The focus has left the list before it goes: pressed elsewhere, it belongs there. */
  const left = useRef(false);
  const entered = useRef(false);
  /** The list goes first: a dialog that opened before would share the focus with it, and Escape. */
  const choose = (act: () => void): void => {
    flushSync(() => onOpenChange(false));
    left.current = true;
    button.current?.focus();
    act();
  };
  return (
    <Menu.Root open={open} onOpenChange={onOpenChange} modal={false}>
      <Menu.Anchor virtualRef={button as RefObject<HTMLElement>} />
      {/* where the screen is: what stands beside it is in no landmark */}
      <Menu.Portal container={document.querySelector("main")}>
        <Menu.Content
          id={id}
          aria-labelledby={`${id}-button`}
          className={css.menu}
          align="end"
          sideOffset={4}
          collisionPadding={12}
          // The library knows keys that it has heard itself: it may have come after the one that opened it.
          onEntryFocus={(event) => {
            if (!byKey || entered.current) return;
            entered.current = true;
            event.preventDefault();
            (event.currentTarget as HTMLElement).querySelector<HTMLElement>('[role="menuitem"]')?.focus();
          }}
          onInteractOutside={() => {
            left.current = true;
          }}
          onCloseAutoFocus={(event) => {
            if (!left.current) button.current?.focus();
            left.current = false;
            entered.current = false;
            event.preventDefault();
          }}
        >
          {items.map(({ label, icon, onSelect, danger }) => (
            <Menu.Item
              key={label}
              className={classNames(css.item, danger && css.danger)}
              onSelect={() => choose(onSelect)}
            >
              {icon}
              {label}
            </Menu.Item>
          ))}
        </Menu.Content>
      </Menu.Portal>
    </Menu.Root>
  );
}
