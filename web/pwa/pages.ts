import { FIRST_PAGE_CALL } from "#web/domains/chat/conversation-summary.ts";
import {
  BROWSE_CARD_SIZES,
  CAROUSEL_SIZES,
  CRUSH_CARD_SIZES,
  MAIN_PHOTO_SIZES,
} from "#web/domains/members/photos/photo-sizes.ts";
import { listArticlePaths } from "#web/domains/site/help/articles.ts";

export interface PublicPage {
  readonly path: string;
  readonly route: string;
}

/** In the order of the sitemap. The router must have a route for each. */
export const PAGES: readonly PublicPage[] = [
  { path: "/", route: "screens/landing/landing.tsx" },
  { path: "/how-it-works", route: "screens/how-it-works/how-it-works.tsx" },
  { path: "/faq", route: "screens/faq/faq.tsx" },
  { path: "/contact", route: "screens/contact/contact.tsx" },
  { path: "/notice", route: "screens/notice/notice.tsx" },
  { path: "/help", route: "screens/help/help.tsx" },
  ...listArticlePaths().map((path) => ({ path, route: "screens/help-article/help-article.tsx" })),
  { path: "/safety", route: "screens/safety/safety.tsx" },
  { path: "/community-guidelines", route: "screens/community-guidelines/community-guidelines.tsx" },
  { path: "/terms", route: "screens/terms/terms.tsx" },
  { path: "/privacy", route: "screens/privacy/privacy.tsx" },
  { path: "/cookie-policy", route: "screens/cookie-policy/cookie-policy.tsx" },
];

export const NOT_FOUND: PublicPage = { path: "/404", route: "domains/site/not-found.tsx" };

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
  /** Its frame has templates that `web/inline/first-text.ts` fills. */
  readonly hasFirstText?: true;
}

const WALLET = "/api/crushes/data?limit=1";

export const APP_SHELLS: readonly AppShell[] = [
  {
    path: "/browse",
    route: "screens/browse/browse.tsx",
    calls: ["/api/browse/daily-set", "/api/profile/all?limit=24", WALLET, "/api/profile/filters"],
    photo: { paths: ["dailySet.profiles.0.photos.0", "profiles.0.photos.0"], sizes: BROWSE_CARD_SIZES },
  },
  {
    path: "/crushes",
    route: "screens/crushes/crushes.tsx",
    calls: ["/api/crushes/lists/received", "/api/crushes/counts", WALLET],
    photo: { paths: ["members.0.profile.photos.0"], sizes: CRUSH_CARD_SIZES },
  },
  {
    path: "/messages",
    route: "screens/messages/messages.tsx",
    calls: [FIRST_PAGE_CALL, "/api/crushes/lists/unmessaged"],
    hasFirstText: true,
  },
  {
    path: "/messages/:userId",
    route: "screens/messages/messages.tsx",
    calls: ["/api/messages/:id", FIRST_PAGE_CALL, "/api/crushes/lists/unmessaged"],
    hasFirstText: true,
  },
  {
    path: "/profile/:userId",
    route: "screens/profile-view/profile-view.tsx",
    calls: ["/api/users/:id", WALLET, "/api/profile"],
    photo: { paths: ["user.profile.photos.0"], sizes: CAROUSEL_SIZES },
  },
  {
    path: "/profile",
    route: "screens/profile-editor/profile-editor.tsx",
    calls: ["/api/profile", WALLET],
    photo: { paths: ["profile.profile.photos.0"], sizes: MAIN_PHOTO_SIZES },
  },
  {
    path: "/profile/subscription",
    route: "screens/subscription/subscription.tsx",
    calls: [WALLET, "/api/crushes/checkouts"],
  },
  // The only document that may use the camera, also from the service worker (`server/platform/http/security-headers.ts`).
  { path: "/get-verified", route: "screens/get-verified/get-verified.tsx", calls: ["/api/verification"] },
  { path: "/invite", route: "screens/invite/invite.tsx", calls: [] },
  { path: "/settings", route: "screens/settings/settings.tsx", calls: ["/api/profile"] },
  { path: "/settings/notifications", route: "screens/settings/settings.tsx", calls: ["/api/profile"] },
  { path: "/settings/privacy", route: "screens/settings/settings.tsx", calls: ["/api/settings/privacy"] },
  { path: "/settings/account", route: "screens/settings/settings.tsx", calls: ["/api/auth/email"] },
  { path: "/settings/billing", route: "screens/settings/settings.tsx", calls: [WALLET] },
];
