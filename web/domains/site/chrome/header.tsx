import { Menu } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import css from "#web/domains/site/chrome/header.module.css";
import { HOW_IT_WORKS, PageLink, useIsCurrentPath } from "#web/domains/site/chrome/links.tsx";
import type { Audience, ChromeActions, ChromeBadges } from "#web/domains/site/chrome/screen.ts";
import { openSiteMenu } from "#web/domains/site/chrome/site-menu.tsx";
import { AppMark, Wordmark } from "#web/ui/brand/logo.tsx";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Link } from "#web/ui/link.tsx";

/** For members on phones the tab bar replaces the navigation. */
export function Header({ who, badges, actions }: { who: Audience; badges: ChromeBadges; actions: ChromeActions }) {
  const scrolled = useScrolled();
  return (
    <header className={classNames(css.header, scrolled && "scrolled")}>
      {who !== "member" && <VisitorBar actions={actions} />}
      {who !== "visitor" && <MemberBar badges={badges} actions={actions} />}
    </header>
  );
}

function VisitorBar({ actions }: { actions: ChromeActions }) {
  return (
    <div className={classNames(css.bar, css.visitor)}>
      <Link to="/" aria-label="Spotter, home" className={css.home}>
        <Wordmark className={css.wordmark} />
      </Link>
      <nav aria-label="Main" className={css.nav}>
        <PageLink to={HOW_IT_WORKS.to} className={css.link}>
          {HOW_IT_WORKS.label}
        </PageLink>
        <button type="button" className={css.link} onClick={actions.onLogin}>
          Login
        </button>
        <Button onClick={actions.onSignup}>Start Crushing</Button>
        <IconButton label="Menu" className={css.menu} aria-haspopup="dialog" onClick={openSiteMenu}>
          <Menu />
        </IconButton>
      </nav>
    </div>
  );
}

function MemberBar({ badges, actions }: { badges: ChromeBadges; actions: ChromeActions }) {
  return (
    <div className={classNames(css.bar, css.member)}>
      <Link to="/browse" aria-label="Spotter" className={css.home}>
        <AppMark />
      </Link>
      <nav aria-label="Main" className={css.places}>
        <HeaderLink to="/crushes">
          My Crushes
          <span className={css.badge}>{badges.crushes}</span>
        </HeaderLink>
        <HeaderLink to="/browse">Browse</HeaderLink>
        <HeaderLink to="/messages">
          Messages
          <span className={css.badge}>{badges.messages}</span>
        </HeaderLink>
        <HeaderLink to="/profile">Profile</HeaderLink>
        <span className={css.gap} />
        <HeaderLink to="/settings">Settings</HeaderLink>
        <button type="button" className={css.place} onClick={actions.onLogout}>
          Logout
        </button>
      </nav>
    </div>
  );
}

function HeaderLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className={css.place} aria-current={useIsCurrentPath(to) ? "page" : undefined}>
      {children}
    </Link>
  );
}

const SCROLLED_PX = 20;

/** Reads the position in frames only: between them it would lay out the page once more. */
function useScrolled(): boolean {
  const [isScrolled, setIsScrolled] = useState(false);
  useEffect(() => {
    const update = () => setIsScrolled(scrollY > SCROLLED_PX);
    const frame = requestAnimationFrame(update);
    addEventListener("scroll", update, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener("scroll", update);
    };
  }, []);
  return isScrolled;
}
