import css from "#web/features/chrome/skip-link.module.css";

/** The first thing a keyboard reaches: over the header to what the page is about. */
export const SkipLink = () => (
  <a href="#main" className={css.skip}>
    Skip to content
  </a>
);
