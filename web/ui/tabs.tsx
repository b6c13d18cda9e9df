import { type FocusEvent, type KeyboardEvent, type ReactNode, useId, useState } from "react";
import { classNames } from "#web/ui/class-names.ts";
import css from "#web/ui/tabs.module.css";

interface Props<Id extends string> {
  label: string;
  tabs: readonly { readonly id: Id; readonly label: ReactNode }[];
  chosen: Id;
  onChoose: (id: Id) => void;
  /** Arrow keys only move the focus, and Enter opens the tab. By default they open it as well. */
  isManual?: boolean;
  className?: string | undefined;
  tabClassName?: string | undefined;
  children: ReactNode;
}

/** One tab can be reached with the Tab key, the others with the arrow keys. */
export function Tabs<Id extends string>({
  label,
  tabs,
  chosen,
  onChoose,
  isManual = false,
  className,
  tabClassName,
  children,
}: Props<Id>) {
  const baseId = useId();
  const [focused, setFocused] = useState<Id>();
  // A press moves the focus by script, because Safari does not. The browser would show the focus ring then.
  const [isPointer, setIsPointer] = useState(false);
  const open = (id: Id): void => {
    document.getElementById(`${baseId}-${id}`)?.focus();
    if (id !== chosen) onChoose(id);
  };
  const handleKey = (event: KeyboardEvent): void => {
    setIsPointer(false);
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const at = tabs.findIndex(({ id }) => id === (focused ?? chosen));
    const targets: Readonly<Record<string, number>> = {
      ArrowLeft: at - 1,
      ArrowRight: (at + 1) % tabs.length,
      Home: 0,
      End: -1,
    };
    const next = tabs.at(targets[event.key] ?? tabs.length);
    if (!next) return;
    event.preventDefault();
    if (isManual) document.getElementById(`${baseId}-${next.id}`)?.focus();
    else open(next.id);
  };
  const handleBlur = ({ currentTarget, relatedTarget }: FocusEvent): void => {
    if (currentTarget.parentElement?.contains(relatedTarget)) return;
    setFocused(undefined);
    setIsPointer(false);
  };
  return (
    <>
      <div
        role="tablist"
        aria-label={label}
        className={classNames(css.tabs, className)}
        data-mouse={isPointer || undefined}
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${baseId}-${tab.id}`}
            aria-selected={tab.id === chosen}
            aria-controls={`${baseId}-${tab.id}-panel`}
            tabIndex={tab.id === (focused ?? chosen) ? 0 : -1}
            className={classNames(css.tab, tabClassName)}
            onPointerDown={() => setIsPointer(true)}
            onKeyDown={handleKey}
            onFocus={() => setFocused(tab.id)}
            onBlur={handleBlur}
            onClick={() => open(tab.id)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {tabs.map(({ id }) => (
        <div
          key={id}
          role="tabpanel"
          id={`${baseId}-${id}-panel`}
          aria-labelledby={`${baseId}-${id}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel of text is reached by keyboard
          tabIndex={0}
          hidden={id !== chosen}
          className={css.panel}
        >
          {id === chosen && children}
        </div>
      ))}
    </>
  );
}
