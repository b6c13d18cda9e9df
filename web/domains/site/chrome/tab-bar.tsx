import { Compass, Heart, type LucideIcon, Menu, MessageCircle, UserRound } from "lucide-react";
import type { ReactNode } from "react";
import { useIsCurrentPath } from "#web/domains/site/chrome/links.tsx";
import type { ChromeBadges } from "#web/domains/site/chrome/screen.ts";
import { openSiteMenu } from "#web/domains/site/chrome/site-menu.tsx";
import css from "#web/domains/site/chrome/tab-bar.module.css";
import { Link } from "#web/ui/link.tsx";

/** At the lower edge on phones. The menu has the pages without a tab. */
export function TabBar({ badges }: { badges: ChromeBadges }) {
  return (
    <nav aria-label="Main" className={css.bar}>
      <Tab to="/crushes" icon={Heart} label="My Crushes" badge={badges.crushes} />
      <Tab to="/browse" icon={Compass} label="Browse" />
      <Tab to="/messages" icon={MessageCircle} label="Messages" badge={badges.messages} />
      <Tab to="/profile" icon={UserRound} label="Profile" />
      <button type="button" className={css.tab} aria-haspopup="dialog" onClick={openSiteMenu}>
        <Menu aria-hidden="true" />
        <span>Menu</span>
      </button>
    </nav>
  );
}

function Tab({ to, icon: Icon, label, badge }: { to: string; icon: LucideIcon; label: string; badge?: ReactNode }) {
  return (
    <Link to={to} className={css.tab} aria-current={useIsCurrentPath(to) ? "page" : undefined}>
      <Icon aria-hidden="true" />
      <span>{label}</span>
      {badge && <span className={css.badge}>{badge}</span>}
    </Link>
  );
}
