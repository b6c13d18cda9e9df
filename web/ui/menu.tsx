import {
  type ButtonHTMLAttributes,
  cloneElement,
  type KeyboardEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  type Ref,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import { useDialogHistory } from "#web/ui/dialog-history.ts";
import { LazyRender, lazyModule, useLazyModule } from "#web/ui/lazy-module.ts";

export interface MenuItem {
  readonly label: string;
  readonly icon?: ReactNode;
  readonly onSelect: () => void;
  readonly danger?: boolean;
}

/** A choice can be taken back. */
export interface MenuChoice {
  readonly label: string;
  readonly content: ReactNode;
  readonly isChosen: boolean;
  readonly onSelect: () => void;
}

const menuContent = lazyModule(() => import("#web/ui/menu-content.tsx").then((file) => file.MenuContent));

const OPEN_KEYS = ["Enter", " ", "ArrowDown"];

type Trigger = ReactElement<ButtonHTMLAttributes<HTMLButtonElement> & { ref?: Ref<HTMLButtonElement> }>;

/**
 * The browser's Back button closes it. The button stays the same element when the content has loaded, so that it keeps
 * the focus.
 * @param trigger a button that forwards its props and ref, as IconButton does
 * @param furtherItems shown below a line
 */
export function Menu({
  trigger,
  items,
  furtherItems = [],
}: {
  trigger: Trigger;
  items: readonly MenuItem[];
  furtherItems?: readonly MenuItem[];
}) {
  const [open, setOpen] = useState(false);
  const [openedByKey, setOpenedByKey] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  useDialogHistory(open, () => setOpen(false));
  const Content = useLazyModule(menuContent, open, () => setOpen(false));
  return (
    <>
      {cloneElement(trigger, {
        ref: button,
        id: `${id}-button`,
        "aria-haspopup": "menu",
        "aria-expanded": open,
        "aria-controls": open && Content ? id : undefined,
        onPointerDown: (event: PointerEvent) => {
          if (trigger.props.disabled || event.button !== 0 || event.ctrlKey) return;
          setOpenedByKey(false);
          setOpen(!open);
          // The menu takes the focus when it opens. While it loads, the button keeps it.
          if (!open && Content) event.preventDefault();
        },
        onKeyDown: (event: KeyboardEvent) => {
          if (!OPEN_KEYS.includes(event.key)) return;
          event.preventDefault();
          setOpenedByKey(true);
          setOpen(event.key === "ArrowDown" || !open);
        },
      })}
      <LazyRender
        as={Content}
        id={id}
        open={open}
        openedByKey={openedByKey}
        onOpenChange={setOpen}
        button={button}
        items={items}
        furtherItems={furtherItems}
      />
    </>
  );
}

interface ContextMenuProps {
  label: string;
  /** The element beside which the menu is open; undefined while it is closed. It gets the focus back. */
  anchor: HTMLElement | undefined;
  openedByKey: boolean;
  align: "start" | "end";
  choices?: readonly MenuChoice[] | undefined;
  items: readonly MenuItem[];
  onClose: () => void;
}

export function ContextMenu({ anchor, items, onClose, ...props }: ContextMenuProps) {
  const [last, setLast] = useState(anchor);
  if (anchor && anchor !== last) setLast(anchor);
  const element = useMemo(() => ({ current: last ?? null }), [last]);
  useDialogHistory(anchor !== undefined, onClose);
  const Content = useLazyModule(menuContent, anchor !== undefined, onClose);
  return (
    <LazyRender
      as={last && Content}
      id={useId()}
      {...props}
      open={anchor !== undefined}
      onOpenChange={(open: boolean) => !open && onClose()}
      button={element}
      items={items}
    />
  );
}
