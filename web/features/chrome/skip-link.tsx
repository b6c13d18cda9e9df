import { glide } from "#web/features/chrome/page-link.tsx";
import css from "#web/features/chrome/skip-link.module.css";

/** The first thing a keyboard reaches: over the header to what the page is about. */
export const SkipLink = () => (
  // The browser's own way would be an entry of its history that the router knows nothing of. The router's link would name
  // the page, and the one for unknown addresses is drawn under another than it is shown at.
  // biome-ignore lint/a11y/useValidAnchor: it leads to a part of the page, and is taken over where script runs
  <a href="#main" className={css.skip} onClick={(event) => glide(event, "main")}>
    Skip to content
  </a>
);
