import { loadScreenPart } from "#web/lib/stale-chunks.ts";

const SCREENS = {
  landing: () => import("#web/screens/landing/landing.tsx"),
  "how-it-works": () => import("#web/screens/how-it-works/how-it-works.tsx"),
  help: () => import("#web/screens/help/help.tsx"),
  "help-article": () => import("#web/screens/help-article/help-article.tsx"),
  faq: () => import("#web/screens/faq/faq.tsx"),
  safety: () => import("#web/screens/safety/safety.tsx"),
  "community-guidelines": () => import("#web/screens/community-guidelines/community-guidelines.tsx"),
  terms: () => import("#web/screens/terms/terms.tsx"),
  privacy: () => import("#web/screens/privacy/privacy.tsx"),
  "cookie-policy": () => import("#web/screens/cookie-policy/cookie-policy.tsx"),
  "not-found": () => import("#web/domains/site/not-found.tsx"),
  "reset-password": () => import("#web/screens/reset-password/reset-password.tsx"),
  "change-password": () => import("#web/screens/change-password/change-password.tsx"),
  "verify-email": () => import("#web/screens/verify-email/verify-email.tsx"),
  "not-me": () => import("#web/screens/not-me/not-me.tsx"),
  appeal: () => import("#web/screens/appeal/appeal.tsx"),
  "data-copy": () => import("#web/screens/data-copy/data-copy.tsx"),
  "member-shell": () => import("#web/app/member-shell.tsx"),
  "deep-link": () => import("#web/app/deep-link.ts"),
  members: () => import("#web/app/members.tsx"),
  notice: () => import("#web/screens/notice/notice.tsx"),
  contact: () => import("#web/screens/contact/contact.tsx"),
  "contact-reply": () => import("#web/screens/contact-reply/contact-reply.tsx"),
  "newsletter-confirm": () => import("#web/screens/newsletter-confirm/newsletter-confirm.tsx"),
  "newsletter-unsubscribe": () => import("#web/screens/newsletter-unsubscribe/newsletter-unsubscribe.tsx"),
  unsubscribe: () => import("#web/screens/unsubscribe/unsubscribe.tsx"),
  "profile-editor": () => import("#web/screens/profile-editor/profile-editor.tsx"),
  subscription: () => import("#web/screens/subscription/subscription.tsx"),
  "test-checkout": () => import("#web/screens/test-checkout/test-checkout.tsx"),
  "profile-view": () => import("#web/screens/profile-view/profile-view.tsx"),
  browse: () => import("#web/screens/browse/browse.tsx"),
  crushes: () => import("#web/screens/crushes/crushes.tsx"),
  messages: () => import("#web/screens/messages/messages.tsx"),
  settings: () => import("#web/screens/settings/settings.tsx"),
  "get-verified": () => import("#web/screens/get-verified/get-verified.tsx"),
  invite: () => import("#web/screens/invite/invite.tsx"),
} as const;

export type LazyScreen = keyof typeof SCREENS;

export const load = <Name extends LazyScreen>(name: Name): ReturnType<(typeof SCREENS)[Name]> =>
  loadScreenPart<unknown>(SCREENS[name]) as ReturnType<(typeof SCREENS)[Name]>;
