import { type LoaderFunction, type RouteObject, redirect } from "react-router";
import { Layout } from "#web/app/layout.tsx";
import type { LazyScreen } from "#web/app/lazy-screens.ts";
import { RouteError } from "#web/app/route-error.tsx";
import { isPrerendered, StaticLanding } from "#web/app/static-landing.tsx";
import { appScreen, publicScreen, type Screen } from "#web/features/chrome/screen.ts";
import { session } from "#web/lib/session.ts";

/** Members only. Whoever is none, or seems to come by a mail or a push, is looked at in a part of its own. */
const requireLogin: LoaderFunction = async (on) =>
  session.read() && !on.request.url.includes("from=")
    ? null
    : (await import("#web/app/lazy-screens.ts"))
        .load("deep-link")
        .then(({ requireLoginOrDeepLink }) => requireLoginOrDeepLink(on));

/** Whoever is logged in changes their password; a visitor is offered a link. */
const requireLoginOrOffer = () => (session.read() ? null : redirect("/?forgot=true"));

type Lazy = () => Promise<object>;

/**
 * A screen that is loaded when it is first opened. The list of their parts is a part of its own: it names a hundred files, and
 * the landing page does not pay for it.
 */
const at =
  (name: LazyScreen): Lazy =>
  async () =>
    (await import("#web/app/lazy-screens.ts")).load(name);

/** Where the page that was opened is the landing page, it is in the document already. */
const landing: Lazy = isPrerendered ? async () => ({ Component: StaticLanding }) : at("landing");

/** A screen for anyone. */
const open = (path: string, lazy: Lazy): RouteObject => ({ path, lazy, handle: publicScreen });

/** A member's screen; `screen` says where it differs from the others. */
const member = (path: string, lazy: Lazy, screen: Partial<Screen> = {}): RouteObject => ({
  path,
  loader: requireLogin,
  lazy,
  handle: { ...appScreen, ...screen },
});

/** Every screen and its address. Each is loaded when it is first opened. */
export const routes: RouteObject[] = [
  {
    element: <Layout />,
    errorElement: <RouteError />,
    hydrateFallbackElement: <></>,
    children: [
      {
        // A screen that fails leaves the layout standing around its message.
        errorElement: <RouteError />,
        children: [
          open("/", landing),
          open("/how-it-works", at("how-it-works")),
          open("/help", at("help")),
          open("/help/:articleId", at("help-article")),
          open("/faq", at("faq")),
          open("/safety", at("safety")),
          open("/community-guidelines", at("community-guidelines")),
          open("/terms", at("terms")),
          open("/privacy", at("privacy")),
          open("/cookie-policy", at("cookie-policy")),
          open("/reset-password/:token", at("reset-password")),
          open("/verify-email/:token", at("verify-email")),
          open("/not-me/:token", at("not-me")),
          open("/contact", at("contact")),
          open("/newsletter/confirm/:token", at("newsletter-confirm")),
          open("/newsletter/unsubscribe/:token", at("newsletter-leave")),
          open("/notifications/unsubscribe/:token", at("mails-leave")),
          {
            ...member("/reset-password", at("reset-password")),
            loader: requireLoginOrOffer,
          },
          {
            lazy: at("members"),
            children: [
              member("/profile", at("profile-editor")),
              member("/profile/subscription", at("subscription")),
              member("/test-checkout/:sessionId", at("test-checkout"), { tabs: false }),
              member("/profile/:userId", at("profile-view"), { tabs: false }),
              member("/browse", at("browse"), { footer: false }),
              member("/crushes", at("crushes")),
              member("/messages", at("messages")),
              member("/messages/:userId", at("messages"), {
                footer: "desktop",
                tabs: false,
              }),
              member("/settings/:tab?", at("settings")),
            ],
          },
          open("*", at("not-found")),
        ],
      },
    ],
  },
];
