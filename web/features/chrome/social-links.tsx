import type { ReactNode } from "react";
import { site } from "#site";
import css from "#web/features/chrome/footer.module.css";
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

/** The operator's pages elsewhere. One without a URL is not shown. */
export const SocialLinks = () => (
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
