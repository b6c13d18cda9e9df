import { X } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import {
  HOW_IT_WORKS,
  LEGAL_LINKS,
  MEMBER_PLACES,
  MENU_LINKS,
  type Page,
  PageLink,
} from "#web/features/chrome/links.tsx";
import css from "#web/features/chrome/mobile-menu.module.css";
import type { ChromeActions } from "#web/features/chrome/screen.ts";
import { AppMark, Wordmark } from "#web/ui/brand/logo.tsx";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { useDialogHistory } from "#web/ui/dialog-history.ts";
import { IconButton } from "#web/ui/icon-button.tsx";

interface Props {
  /** The button that opens the menu calls its `showModal`. */
  dialog: RefObject<HTMLDialogElement | null>;
  actions: ChromeActions;
}

/** The visitors' menu on a phone, at the upper edge like the header. */
export function VisitorMenu({ dialog, actions }: Props) {
  return (
    <MenuDialog dialog={dialog} places={[HOW_IT_WORKS]} brand={<Wordmark className={css.wordmark} />}>
      {(closeThen) => (
        <>
          <button type="button" className={css.place} onClick={closeThen(actions.onLogin)}>
            Login
          </button>
          <Button size="lg" wide className={css.start} onClick={closeThen(actions.onSignup)}>
            Start Crushing
          </Button>
        </>
      )}
    </MenuDialog>
  );
}

const APP_MENU = "app-menu";

/** Opens the members' menu, which the layout renders. */
export const openAppMenu = (): void => document.querySelector<HTMLDialogElement>(`dialog#${APP_MENU}`)?.showModal();

/** The members' menu on a phone, at the lower edge like the tab bar: the places, then what has no place of its own. */
export function AppMenu({ actions }: { actions: ChromeActions }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const close = () => dialog.current?.close();
  const links = (pages: readonly Page[]) =>
    pages.map(({ label, to }) => (
      <PageLink key={to} to={to} onClick={close}>
        {label}
      </PageLink>
    ));
  return (
    <MenuDialog
      id={APP_MENU}
      dialog={dialog}
      places={MEMBER_PLACES}
      brand={<AppMark />}
      className={css.low}
      end={
        <>
          <nav aria-label="Help and more" className={css.further}>
            {links(MENU_LINKS)}
          </nav>
          <nav aria-label="Legal" className={css.legal}>
            {links(LEGAL_LINKS)}
          </nav>
        </>
      }
    >
      {(closeThen) => (
        <button type="button" className={css.place} onClick={closeThen(actions.onLogout)}>
          Logout
        </button>
      )}
    </MenuDialog>
  );
}

interface MenuDialogProps {
  dialog: RefObject<HTMLDialogElement | null>;
  places: readonly Page[];
  brand: ReactNode;
  className?: string | undefined;
  id?: string | undefined;
  /** Below the places. */
  end?: ReactNode;
  children: (closeThen: (action: () => void) => () => void) => ReactNode;
}

/** A native modal `<dialog>` traps the focus and closes on Escape without JavaScript. */
function MenuDialog({ dialog, places, brand, className, id, end, children }: MenuDialogProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => dialog.current?.close();
  useDialogHistory(isOpen, close);
  // React hears no `toggle` of a dialog that it has hydrated. The listener goes with the element.
  useEffect(() => dialog.current?.addEventListener("toggle", ({ newState }) => setOpen(newState === "open")), [dialog]);
  /** Closes the menu first, so that the focus returns to its button before another dialog takes it. */
  const closeThen = (action: () => void) => () => {
    close();
    action();
  };
  return (
    <dialog ref={dialog} id={id} className={classNames(css.menu, className)} aria-label="Menu" closedby="any">
      <div className={css.top}>
        {brand}
        <IconButton label="Close" onClick={close}>
          <X />
        </IconButton>
      </div>
      <nav aria-label="Menu">
        {places.map(({ label, to }) => (
          <PageLink key={to} to={to} className={css.place} onClick={close}>
            {label}
          </PageLink>
        ))}
        {children(closeThen)}
      </nav>
      {end}
    </dialog>
  );
}
