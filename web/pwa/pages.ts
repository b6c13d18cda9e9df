import { listArticlePaths } from "#web/features/help/articles.ts";
import {
  BROWSE_CARD_SIZES,
  CAROUSEL_SIZES,
  CRUSH_CARD_SIZES,
  MAIN_PHOTO_SIZES,
} from "#web/features/members/photo-sizes.ts";

export interface PublicPage {
  readonly path: string;
  readonly route: string;
}

/** In the order of the sitemap. The router must have a route for each. */
export const PAGES: readonly PublicPage[] = [
  { path: "/", route: "screens/landing/landing.tsx" },
  { path: "/how-it-works", route: "routes/how-it-works.tsx" },
  { path: "/faq", route: "routes/faq.tsx" },
  { path: "/contact", route: "routes/contact.tsx" },
  { path: "/notice", route: "routes/notice.tsx" },
  { path: "/help", route: "routes/help.tsx" },
  ...listArticlePaths().map((path) => ({ path, route: "routes/help-article.tsx" })),
  { path: "/safety", route: "routes/safety.tsx" },
  { path: "/community-guidelines", route: "routes/community-guidelines.tsx" },
  { path: "/terms", route: "routes/terms.tsx" },
  { path: "/privacy", route: "routes/privacy.tsx" },
  { path: "/cookie-policy", route: "routes/cookie-policy.tsx" },
];

export const NOT_FOUND: PublicPage = { path: "/404", route: "routes/not-found.tsx" };

/** A member's screens start from it: its loading state, and the calls that it makes first. */
export interface AppShell {
  /** A route, such as `/profile/:userId`. */
  readonly path: string;
  readonly route: string;
  /**
   * URLs that `web/inline/early-calls.ts` requests before any script has loaded, and `call` takes over. `:id` is the last
   * part of the page's URL.
   */
  readonly calls: readonly string[];
  /**
   * `paths` are where the responses have it, in the order of the calls. The inline script loads it from the first
   * response that has one, and shows it in the frame if that is the first call's.
   */
  readonly photo?: { readonly paths: readonly string[]; readonly sizes: string };
}

const WALLET = "/api/crushes/data?limit=1";

export const APP_SHELLS: readonly AppShell[] = [
  {
    path: "/browse",
    route: "routes/browse.tsx",
    calls: ["/api/browse/daily-set", "/api/profile/all?limit=24", WALLET, "/api/profile/filters"],
    photo: { paths: ["dailySet.profiles.0.photos.0", "profiles.0.photos.0"], sizes: BROWSE_CARD_SIZES },
  },
  {
    path: "/crushes",
    route: "routes/crushes.tsx",
    calls: ["/api/crushes", WALLET],
    photo: { paths: ["crushes.crushesReceived.0.profile.photos.0"], sizes: CRUSH_CARD_SIZES },
  },
  {
    path: "/messages",
    route: "routes/messages.tsx",
    calls: ["/api/messages/conversations", "/api/crushes"],
  },
  {
    path: "/messages/:userId",
    route: "routes/messages.tsx",
    calls: ["/api/messages/:id", "/api/messages/conversations", "/api/crushes"],
  },
  {
    path: "/profile/:userId",
    route: "routes/profile-view.tsx",
    calls: ["/api/users/:id", WALLET, "/api/profile"],
    photo: { paths: ["user.profile.photos.0"], sizes: CAROUSEL_SIZES },
  },
  {
    path: "/profile",
    route: "routes/profile-editor.tsx",
    calls: ["/api/profile", WALLET],
    photo: { paths: ["profile.profile.photos.0"], sizes: MAIN_PHOTO_SIZES },
  },
  { path: "/profile/subscription", route: "routes/subscription.tsx", calls: [WALLET, "/api/crushes/checkouts"] },
  // A policy of its own, because its document may use the camera, also from the service worker.
  { path: "/get-verified", route: "routes/get-verified.tsx", calls: ["/api/verification"] },
  { path: "/invite", route: "routes/invite.tsx", calls: [] },
  { path: "/settings", route: "routes/settings.tsx", calls: ["/api/profile"] },
  { path: "/settings/notifications", route: "routes/settings.tsx", calls: ["/api/profile"] },
  { path: "/settings/privacy", route: "routes/settings.tsx", calls: ["/api/settings/privacy"] },
  { path: "/settings/account", route: "routes/settings.tsx", calls: ["/api/auth/email"] },
  { path: "/settings/billing", route: "routes/settings.tsx", calls: [WALLET] },
  // The only document that may use the camera; see `server/platform/http/security-headers.ts`.
];
