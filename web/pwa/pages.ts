import { listArticlePaths } from "#web/features/help/articles.ts";

export interface PublicPage {
  readonly path: string;
  /** Its module under `web/`, whose styles the HTML links. */
  readonly route: string;
}

/** In the order of the sitemap. The router must have a route for each. */
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

export const NOT_FOUND: PublicPage = { path: "/404", route: "routes/not-found.tsx" };
