import { X } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import {
  HOW_IT_WORKS,
  LEGAL_LINKS,
  MEMBER_PLACES,
  MENU_LINKS,
  type Page,
  PageLink,
} from "#web/domains/site/chrome/links.tsx";
import css from "#web/domains/site/chrome/mobile-menu.module.css";
import type { ChromeActions } from "#web/domains/site/chrome/screen.ts";
import { AppMark, Wordmark } from "#web/ui/brand/logo.tsx";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { IconButton } from "#web/ui/icon-button.tsx";

interface Props {
  isMember: boolean;
  isOpen: boolean;
  actions: ChromeActions;
  onClose: () => void;
}

/**
 * For visitors at the upper edge like the header, for members at the lower edge like the tab bar. A native modal
 * `<dialog>` traps the focus and closes on Escape by itself.
 */
export function MobileMenu({ isMember, isOpen, actions, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  const close = () => dialog.current?.close();
  /** Closes the menu first, so that the focus returns to its button before another dialog takes it. */
  const closeThen = (action: () => void) => () => {
    close();
    action();
  };
  return (
    <dialog
      ref={dialog}
      className={classNames(css.menu, isMember && css.low)}
      aria-label="Menu"
      closedby="any"
      onClose={onClose}
    >
      <div className={css.top}>
        {isMember ? <AppMark /> : <Wordmark className={css.wordmark} />}
        <IconButton label="Close" onClick={close}>
          <X />
        </IconButton>
      </div>
      {isMember ? (
        <MemberMenu actions={actions} close={close} closeThen={closeThen} />
      ) : (
        <nav aria-label="Menu">
          <Links pages={[HOW_IT_WORKS]} className={css.place} onClick={close} />
          <button type="button" className={css.place} onClick={closeThen(actions.onLogin)}>
            Login
          </button>
          <Button size="lg" wide className={css.start} onClick={closeThen(actions.onSignup)}>
            Start Crushing
          </Button>
        </nav>
      )}
    </dialog>
  );
}

interface MemberMenuProps {
  actions: ChromeActions;
  close: () => void;
  closeThen: (action: () => void) => () => void;
}

/** The places first. */
const MemberMenu = ({ actions, close, closeThen }: MemberMenuProps): ReactNode => (
  <>
    <nav aria-label="Menu">
      <Links pages={MEMBER_PLACES} className={css.place} onClick={close} />
      <button type="button" className={css.place} onClick={closeThen(actions.onLogout)}>
        Logout
      </button>
    </nav>
    <nav aria-label="Help and more" className={css.further}>
      <Links pages={MENU_LINKS} onClick={close} />
    </nav>
    <nav aria-label="Legal" className={css.legal}>
      <Links pages={LEGAL_LINKS} onClick={close} />
    </nav>
  </>
);

interface LinksProps {
  pages: readonly Page[];
  className?: string | undefined;
  onClick: () => void;
}

const Links = ({ pages, className, onClick }: LinksProps): ReactNode =>
  pages.map(({ label, to }) => (
    <PageLink key={to} to={to} className={className} onClick={onClick}>
      {label}
    </PageLink>
  ));
