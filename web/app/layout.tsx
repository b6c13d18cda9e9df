import { lazy, Suspense, useEffect, useRef, useState } from "react";
import type { GetScrollRestorationKeyFunction } from "react-router";
import { Outlet, ScrollRestoration } from "react-router";
import css from "#web/app/layout.module.css";
import { useSessionEnd } from "#web/app/session-end.ts";
import { useMemberShell } from "#web/app/use-member-shell.ts";
import { AccountModals, useAccountModals } from "#web/domains/accounts/modals/account-modals.tsx";
import { logOut } from "#web/domains/member-data/log-out.ts";
import { Footer } from "#web/domains/site/chrome/footer.tsx";
import { Header } from "#web/domains/site/chrome/header.tsx";
import { SkipLink } from "#web/domains/site/chrome/links.tsx";
import { Progress, useNavigationFocus } from "#web/domains/site/chrome/navigation.tsx";
import { useScreen } from "#web/domains/site/chrome/screen.ts";
import { SiteMenu } from "#web/domains/site/chrome/site-menu.tsx";
import { TabBar } from "#web/domains/site/chrome/tab-bar.tsx";
import { NewsletterBox } from "#web/domains/site/newsletter-box.tsx";
import { getTagId } from "#web/lib/analytics.ts";
import { useSession } from "#web/lib/session.ts";
import { loadOptional } from "#web/lib/stale-chunks.ts";
import { useHydrated } from "#web/lib/use-hydrated.ts";
import { classNames } from "#web/ui/class-names.ts";
import { Toasts } from "#web/ui/toast.tsx";

/** Optional, because content blockers remove cookie notices. A missing notice means no consent. */
const CookieNotice = lazy(() =>
  loadOptional(async () => (await import("#web/pwa/deferred-imports.ts")).loadCookieNotice()).then((file) => ({
    default: file?.CookieNotice ?? (() => null),
  })),
);

let loadedAs: string | undefined;

/**
 * Identifies the history entry with which this document was loaded, by a mark in its state. The browser keeps the mark
 * for a reload and for Back; a newly loaded address has an entry without one, and starts at the top.
 */
function markLoadedEntry(): string {
  if (loadedAs === undefined) {
    const state = history.state as { readonly loadedAs?: string } | null;
    loadedAs = state?.loadedAs ?? Math.random().toString(36).slice(2);
    if (state?.loadedAs === undefined) history.replaceState({ ...state, loadedAs }, "");
  }
  return loadedAs;
}

const scrollKey: GetScrollRestorationKeyFunction = ({ key, hash }) =>
  key === "default" ? `${markLoadedEntry()}${hash}` : key;

/**
 * The key under which a page's scroll position is stored. Entries that the browser made (a typed address, a link followed
 * before the app started) all have the key `default`: the loaded entry and the fragment tell them apart.
 */
function useScrollKey(): GetScrollRestorationKeyFunction {
  // Not only when the position is stored: a mark that is set while the page is left is lost.
  useEffect(() => void markLoadedEntry(), []);
  return scrollKey;
}

export function Layout() {
  const login = useSession();
  const hydrated = useHydrated();
  const screen = useScreen();
  const { openLogin, openSignup } = useAccountModals();
  const main = useRef<HTMLElement>(null);
  const [notices, setNotices] = useState<HTMLElement | null>(null);
  useNavigationFocus(main);
  useSessionEnd();
  const getScrollKey = useScrollKey();

  const shell = useMemberShell(login !== null);

  const who = !hydrated ? "both" : login ? "member" : "visitor";
  const actions = { onLogin: openLogin, onSignup: openSignup, onLogout: logOut };
  const badges = {
    crushes: login && shell && <shell.NewCrushesBadge />,
    messages: login && shell && <shell.UnreadBadge />,
  };
  return (
    <div className={css.shell}>
      <SkipLink />
      {hydrated && getTagId() !== "" && (
        <Suspense>
          <CookieNotice quiet={!screen.tabs} />
        </Suspense>
      )}
      <Progress />
      <Header who={who} badges={badges} actions={actions} />
      <div ref={setNotices} />
      <main id="main" ref={main} tabIndex={-1} className={classNames(css.main, screen.kind === "app" && css.app)}>
        <Outlet context={notices} />
      </main>
      {screen.footer && <Footer quiet={screen.kind === "app"} newsletter={<NewsletterBox />} />}
      {screen.tabs && who !== "visitor" && <TabBar badges={badges} />}
      <SiteMenu isMember={who === "member"} actions={actions} />
      <AccountModals />
      {login && shell && <shell.MemberShell login={login} notices={notices} />}
      <Toasts />
      <ScrollRestoration getKey={getScrollKey} />
    </div>
  );
}
