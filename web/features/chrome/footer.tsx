import type { ReactNode } from "react";
import css from "#web/features/chrome/footer.module.css";
import { FOOTER_COLUMNS, type Page, SLIM_FOOTER_LINKS, SOCIAL_LINKS } from "#web/features/chrome/links.tsx";
import { Wordmark } from "#web/ui/brand/logo.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Link } from "#web/ui/link.tsx";

/** A page that was prerendered last year hydrates with the current year. */
const Copyright = () => <p suppressHydrationWarning>© {new Date().getFullYear()} Spotter. For adults 18 and over.</p>;

/** The large footer of public pages. */
export function SiteFooter({ newsletter }: { newsletter?: ReactNode }) {
  return (
    <footer className={css.site}>
      <div className={css.top}>
        <div className={css.brand}>
          <Wordmark className={css.wordmark} />
          <p>Where Strength Meets Chemistry</p>
          {newsletter}
        </div>
        {FOOTER_COLUMNS.map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <h2 className={css.title}>{title}</h2>
            {links.map(pageLink)}
            {title === "Connect" &&
              SOCIAL_LINKS.map(({ label, to }) => (
                <a key={to} href={to} rel="noopener" className={css.link}>
                  {label}
                </a>
              ))}
          </nav>
        ))}
      </div>
      <div className={css.base}>
        <Copyright />
      </div>
    </footer>
  );
}

const pageLink = ({ label, to }: Page) => (
  <Link key={to} to={to} className={css.link}>
    {label}
  </Link>
);

/** The slim footer under the app's screens. It has Settings and Logout on phones, which have no header there. */
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
        {SLIM_FOOTER_LINKS.map(pageLink)}
      </nav>
      <Copyright />
    </footer>
  );
}
