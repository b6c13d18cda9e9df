import { ChevronDown } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { site } from "#site";
import css from "#web/domains/site/chrome/footer.module.css";
import { FOOTER_COLUMNS } from "#web/domains/site/chrome/links.tsx";
import { Wordmark } from "#web/ui/brand/logo.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Link } from "#web/ui/link.tsx";
import typography from "#web/ui/typography.module.css";

interface SocialLink {
  readonly label: string;
  readonly url: string;
  /** Drawn in a square of 24. */
  readonly icon: ReactNode;
}

const SOCIAL_LINKS: readonly SocialLink[] = [
  {
    label: "Instagram",
    url: site.instagramUrl,
    icon: (
      <>
        <rect x="3" y="3" width="18" height="18" rx="5" />
        <circle cx="12" cy="12" r="4.2" />
        <path d="M17.2 6.8h.01" strokeWidth="2.5" />
      </>
    ),
  },
  {
    label: "TikTok",
    url: site.tiktokUrl,
    icon: <path d="M14 3v11.5a4 4 0 1 1-4-4M14 3c.3 3 2.3 5 5.5 5" />,
  },
  {
    label: "YouTube",
    url: site.youtubeUrl,
    icon: (
      <>
        <rect x="2.5" y="5" width="19" height="14" rx="4" />
        <path d="m10 9 5 3-5 3z" fill="currentColor" />
      </>
    ),
  },
];

/** A page without a URL is not shown. */
const SocialLinks = () => (
  <div className={css.social}>
    {SOCIAL_LINKS.filter(({ url }) => url !== "").map(({ label, url, icon }) => (
      <a key={label} href={url} rel="noopener" className={css.link}>
        <span className={typography.hidden}>{label}</span>
        <svg
          viewBox="0 0 24 24"
          width="24"
          height="24"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.75"
          strokeLinecap="round"
          strokeLinejoin="round"
          aria-hidden="true"
        >
          {icon}
        </svg>
      </a>
    ))}
  </div>
);

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
