import { PageLink } from "#web/features/chrome/page-link.tsx";
import css from "#web/features/chrome/skip-link.module.css";

/** The first thing a keyboard reaches: over the header to what the page is about. */
export const SkipLink = () => (
  // The browser's own way would be an entry of its history that the router knows nothing of.
  <PageLink to="#main" className={css.skip}>
    Skip to content
  </PageLink>
);
