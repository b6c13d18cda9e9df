import { ChevronDown } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import css from "#web/features/chrome/footer.module.css";
import { FOOTER_COLUMNS } from "#web/features/chrome/links.tsx";
import { SocialLinks } from "#web/features/chrome/social-links.tsx";
import { Wordmark } from "#web/ui/brand/logo.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Link } from "#web/ui/link.tsx";
import typography from "#web/ui/typography.module.css";

/**
 * @param quiet for the screens of members. On phones it has no brand, and its columns are collapsed
 * @param newsletter the form
 */
export function Footer({ quiet, newsletter }: { quiet: boolean; newsletter: ReactNode }) {
  return (
    <footer className={classNames(css.footer, quiet && css.quiet)}>
      <div className={css.top}>
        <div className={css.brand}>
          <Wordmark className={classNames(css.wordmark, quiet && typography.desktop)} />
          <p className={classNames(css.tagline, quiet && typography.desktop)}>Where Strength Meets Chemistry</p>
          <div className={css.newsletter}>{newsletter}</div>
        </div>
        {FOOTER_COLUMNS.map(({ title, links }) => (
          <Column key={title} title={title} collapsible={quiet}>
            {links.map(({ label, to }) => (
              <Link key={to} to={to} className={css.link}>
                {label}
              </Link>
            ))}
          </Column>
        ))}
        <Column title="Connect" collapsible={quiet}>
          <SocialLinks />
        </Column>
      </div>
      {/* A page that was prerendered last year hydrates with the current year. */}
      <p className={css.base} suppressHydrationWarning>
        © {new Date().getFullYear()} Spotter. For adults 18 and over.
      </p>
    </footer>
  );
}

/** @param collapsible on phones its heading is a button that shows the links */
function Column({ title, collapsible, children }: { title: string; collapsible: boolean; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <nav aria-label={title} className={css.column}>
      <h2 className={css.title}>
        {collapsible ? (
          <>
            <button
              type="button"
              className={classNames(css.toggle, typography.phone)}
              aria-expanded={open}
              aria-controls={id}
              onClick={() => setOpen(!open)}
            >
              {title}
              <ChevronDown aria-hidden="true" />
            </button>
            <span className={typography.desktop}>{title}</span>
          </>
        ) : (
          title
        )}
      </h2>
      <div id={id} className={classNames(css.links, collapsible && !open && typography.desktop)}>
        {children}
      </div>
    </nav>
  );
}
