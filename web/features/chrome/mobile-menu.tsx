import { Menu as MenuIcon, X } from "lucide-react";
import { useRef } from "react";
import { HOW_IT_WORKS, type Page, PageLink } from "#web/features/chrome/links.tsx";
import css from "#web/features/chrome/mobile-menu.module.css";
import type { ChromeActions } from "#web/features/chrome/screen.ts";
import { AppMark, Wordmark } from "#web/ui/brand/logo.tsx";
import { Button } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";

const VISITOR_PLACES: readonly Page[] = [HOW_IT_WORKS];
const MEMBER_PLACES: readonly Page[] = [
  { label: "Browse", to: "/browse" },
  { label: "My Crushes", to: "/crushes" },
  { label: "Messages", to: "/messages" },
  { label: "Profile", to: "/profile" },
  { label: "Settings", to: "/settings" },
];

/** The header's links on a phone. A native modal `<dialog>` traps the focus and closes on Escape without JavaScript. */
export function MobileMenu({
  who,
  actions,
  className,
}: {
  who: "visitor" | "member";
  actions: ChromeActions;
  className?: string | undefined;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const close = () => dialog.current?.close();
  /** Closes the menu first, so that the focus returns to its button before another dialog takes it. */
  const closeThen = (action: () => void) => () => {
    close();
    action();
  };
  return (
    <>
      <IconButton label="Menu" className={className} aria-haspopup="dialog" onClick={() => dialog.current?.showModal()}>
        <MenuIcon />
      </IconButton>
      <dialog ref={dialog} className={css.menu} aria-label="Menu" closedby="any">
        <div className={css.top}>
          {who === "member" ? <AppMark /> : <Wordmark className={css.wordmark} />}
          <IconButton label="Close" onClick={close}>
            <X />
          </IconButton>
        </div>
        <nav aria-label="Menu">
          {(who === "member" ? MEMBER_PLACES : VISITOR_PLACES).map(({ label, to }) => (
            <PageLink key={to} to={to} className={css.place} onClick={close}>
              {label}
            </PageLink>
          ))}
          {who === "member" ? (
            <button type="button" className={css.place} onClick={closeThen(actions.onLogout)}>
              Logout
            </button>
          ) : (
            <>
              <button type="button" className={css.place} onClick={closeThen(actions.onLogin)}>
                Login
              </button>
              <Button size="lg" wide className={css.start} onClick={closeThen(actions.onSignup)}>
                Start Crushing
              </Button>
            </>
          )}
        </nav>
      </dialog>
    </>
  );
}
