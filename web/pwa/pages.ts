import { listArticlePaths } from "#web/features/help/articles.ts";

/** A public page whose full text is in the HTML that is served. */
export interface PublicPage {
  readonly path: string;
  /** The module under `web/` that draws it: its styles are linked before its text. */
  readonly route: string;
}

/** All of them. Search engines are told of each, in this order; its route has to be in the router. */
export const PAGES: readonly PublicPage[] = [
  { path: "/", route: "routes/landing.tsx" },
  { path: "/how-it-works", route: "routes/how-it-works.tsx" },
  { path: "/faq", route: "routes/faq.tsx" },
  { path: "/contact", route: "routes/contact.tsx" },
  { path: "/help", route: "routes/help.tsx" },
  ...listArticlePaths().map((path) => ({ path, route: "routes/help-article.tsx" })),
  { path: "/safety", route: "routes/safety.tsx" },
  { path: "/community-guidelines", route: "routes/community-guidelines.tsx" },
  { path: "/terms", route: "routes/terms.tsx" },
  { path: "/privacy", route: "routes/privacy.tsx" },
  { path: "/cookie-policy", route: "routes/cookie-policy.tsx" },
];

/** What every address that leads nowhere is answered with. */
export const NOT_FOUND: PublicPage = { path: "/404", route: "routes/not-found.tsx" };
