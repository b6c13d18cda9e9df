import { DropdownMenu } from "radix-ui";
import type { ReactElement, ReactNode } from "react";
import { classNames } from "#web/ui/class-names.ts";
import css from "#web/ui/menu.module.css";

export interface MenuItem {
  readonly label: string;
  readonly icon?: ReactNode;
  readonly onSelect: () => void;
  readonly danger?: boolean;
}

/**
 * A button that opens a short list of things to do.
 * @param trigger the button; it has to pass on its props and ref, as IconButton does
 */
export function Menu({ trigger, items }: { trigger: ReactElement; items: readonly MenuItem[] }) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      {/* where the screen is: what stands beside it is in no landmark */}
      <DropdownMenu.Portal container={document.querySelector("main")}>
        <DropdownMenu.Content className={css.menu} align="end" sideOffset={4} collisionPadding={12}>
          {items.map(({ label, icon, onSelect, danger }) => (
            <DropdownMenu.Item key={label} className={classNames(css.item, danger && css.danger)} onSelect={onSelect}>
              {icon}
              {label}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
