import {
  type ButtonHTMLAttributes,
  cloneElement,
  type KeyboardEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  type Ref,
  useId,
  useRef,
  useState,
} from "react";
import { LazyRender, lazyModule, useLazyModule } from "#web/ui/lazy-module.ts";

export interface MenuItem {
  readonly label: string;
  readonly icon?: ReactNode;
  readonly onSelect: () => void;
  readonly danger?: boolean;
}

const list = lazyModule(() => import("#web/ui/menu-content.tsx").then((file) => file.MenuContent));

const KEYS = ["Enter", " ", "ArrowDown"];

type Trigger = ReactElement<ButtonHTMLAttributes<HTMLButtonElement> & { ref?: Ref<HTMLButtonElement> }>;

/**
 * A button that opens a short list of things to do. The button stays the same one when the list has been loaded, so that it
 * keeps the focus.
 * @param trigger the button; it has to pass on its props and ref, as IconButton does
 */
export function Menu({ trigger, items }: { trigger: Trigger; items: readonly MenuItem[] }) {
  const [open, setOpen] = useState(false);
  const [byKey, setByKey] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const here = useLazyModule(list, open, () => setOpen(false));
  return (
    <>
      {cloneElement(trigger, {
        ref: button,
        id: `${id}-button`,
        "aria-haspopup": "menu",
        "aria-expanded": open,
        "aria-controls": open && here ? id : undefined,
        onPointerDown: (event: PointerEvent) => {
          if (trigger.props.disabled || event.button !== 0 || event.ctrlKey) return;
          setByKey(false);
          setOpen(!open);
          // The list takes the focus when it opens; a list that is still to come leaves it to the button.
          if (!open && here) event.preventDefault();
        },
        onKeyDown: (event: KeyboardEvent) => {
          if (!KEYS.includes(event.key)) return;
          event.preventDefault();
          setByKey(true);
          setOpen(event.key === "ArrowDown" || !open);
        },
      })}
      <LazyRender as={here} id={id} open={open} byKey={byKey} onOpenChange={setOpen} button={button} items={items} />
    </>
  );
}
