import { loadScreenPart } from "#web/lib/stale-chunks.ts";

const SCREENS = {
  landing: () => import("#web/screens/landing/landing.tsx"),
  "how-it-works": () => import("#web/routes/how-it-works.tsx"),
  help: () => import("#web/routes/help.tsx"),
  "help-article": () => import("#web/routes/help-article.tsx"),
  faq: () => import("#web/routes/faq.tsx"),
  safety: () => import("#web/routes/safety.tsx"),
  "community-guidelines": () => import("#web/routes/community-guidelines.tsx"),
  terms: () => import("#web/routes/terms.tsx"),
  privacy: () => import("#web/routes/privacy.tsx"),
  "cookie-policy": () => import("#web/routes/cookie-policy.tsx"),
  "not-found": () => import("#web/routes/not-found.tsx"),
  "reset-password": () => import("#web/routes/reset-password.tsx"),
  "change-password": () => import("#web/routes/change-password.tsx"),
  "verify-email": () => import("#web/routes/verify-email.tsx"),
  "not-me": () => import("#web/routes/not-me.tsx"),
  appeal: () => import("#web/routes/appeal.tsx"),
  "member-shell": () => import("#web/app/member-shell.tsx"),
  "deep-link": () => import("#web/app/deep-link.ts"),
  members: () => import("#web/routes/members.tsx"),
  notice: () => import("#web/routes/notice.tsx"),
  contact: () => import("#web/routes/contact.tsx"),
  "newsletter-confirm": () => import("#web/routes/newsletter-confirm.tsx"),
  "newsletter-unsubscribe": () => import("#web/routes/newsletter-unsubscribe.tsx"),
  unsubscribe: () => import("#web/routes/unsubscribe.tsx"),
  "profile-editor": () => import("#web/routes/profile-editor.tsx"),
  subscription: () => import("#web/routes/subscription.tsx"),
  "test-checkout": () => import("#web/routes/test-checkout.tsx"),
  "profile-view": () => import("#web/routes/profile-view.tsx"),
  browse: () => import("#web/routes/browse.tsx"),
  crushes: () => import("#web/routes/crushes.tsx"),
  messages: () => import("#web/routes/messages.tsx"),
  settings: () => import("#web/routes/settings.tsx"),
  "get-verified": () => import("#web/routes/get-verified.tsx"),
  invite: () => import("#web/routes/invite.tsx"),
} as const;

export type LazyScreen = keyof typeof SCREENS;

export const load = <Name extends LazyScreen>(name: Name): ReturnType<(typeof SCREENS)[Name]> =>
  loadScreenPart<unknown>(SCREENS[name]) as ReturnType<(typeof SCREENS)[Name]>;
