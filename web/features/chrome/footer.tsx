import { Link } from "react-router";
import css from "#web/features/chrome/footer.module.css";
import { COLUMNS, type Page, SOCIAL } from "#web/features/chrome/links.ts";
import { PageLink } from "#web/features/chrome/page-link.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Wordmark } from "#web/ui/logo.tsx";

/** The year is the reader's; a page that was prerendered before New Year is not wrong for it. */
const Copyright = () => <p suppressHydrationWarning>© {new Date().getFullYear()} Spotter. For adults 18 and over.</p>;

/** The large footer of public pages. */
export function SiteFooter() {
  return (
    <footer className={css.site}>
      <div className={css.top}>
        <div className={css.brand}>
          <Wordmark className={css.wordmark} />
          <p>Where Strength Meets Chemistry</p>
        </div>
        {COLUMNS.map(({ title, links }) => links.length > 0 && <Column key={title} title={title} links={links} />)}
        {SOCIAL.length > 0 && <Column title="Connect" links={SOCIAL} />}
      </div>
      <div className={css.base}>
        <Copyright />
      </div>
    </footer>
  );
}

function Column({ title, links }: { title: string; links: readonly Page[] }) {
  return (
    <nav aria-label={title}>
      <h2 className={css.title}>{title}</h2>
      {links.map(({ label, to }) => (
        <PageLink key={to} to={to} className={css.link}>
          {label}
        </PageLink>
      ))}
    </nav>
  );
}

/** The slim footer under the app's screens; on phones, where no header stands, Settings and Logout are here. */
export function AppFooter({ className, onLogout }: { className?: string | undefined; onLogout: () => void }) {
  return (
    <footer className={classNames(css.app, className)}>
      <nav aria-label="Footer" className={css.row}>
        <Link to="/settings" className={classNames(css.link, css.phone)}>
          Settings
        </Link>
        <button type="button" className={classNames(css.link, css.phone)} onClick={onLogout}>
          Logout
        </button>
        {[...COLUMNS.flatMap(({ links }) => links), ...SOCIAL].map(({ label, to }) => (
          <PageLink key={to} to={to} className={css.link}>
            {label}
          </PageLink>
        ))}
      </nav>
      <Copyright />
    </footer>
  );
}
