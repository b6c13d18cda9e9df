import { type LoaderFunction, type RouteObject, redirect } from "react-router";
import { Layout } from "#web/app/layout.tsx";
import type { LazyScreen } from "#web/app/lazy-screens.ts";
import { RouteError } from "#web/app/route-error.tsx";
import { isPrerendered, StaticLanding } from "#web/app/static-landing.tsx";
import { appScreen, publicScreen, type Screen } from "#web/features/chrome/screen.ts";
import { session } from "#web/lib/session.ts";

/** Redirects visitors. The code for them and for links of emails and pushes (`from=`) loads only when needed. */
const requireLogin: LoaderFunction = async (on) =>
  session.read() && !on.request.url.includes("from=")
    ? null
    : (await import("#web/app/lazy-screens.ts"))
        .load("deep-link")
        .then(({ requireLoginOrDeepLink }) => requireLoginOrDeepLink(on));

/** Visitors are offered a reset link instead. */
const requireLoginOrReset = () => (session.read() ? null : redirect("/?forgot=true"));

type Lazy = () => Promise<object>;

/**
 * Loads a screen when it is first opened. The map of screens is a chunk of its own, because it names a hundred files that
 * the landing page does not need.
 */
const lazyScreen =
  (name: LazyScreen): Lazy =>
  async () =>
    (await import("#web/app/lazy-screens.ts")).load(name);

/** On a prerendered landing page the document contains the content already. */
const landing: Lazy = isPrerendered ? async () => ({ Component: StaticLanding }) : lazyScreen("landing");

const publicRoute = (path: string, lazy: Lazy): RouteObject => ({ path, lazy, handle: publicScreen });

/** @param screen differences to the other screens of members */
const memberRoute = (path: string, lazy: Lazy, screen: Partial<Screen> = {}): RouteObject => ({
  path,
  loader: requireLogin,
  lazy,
  handle: { ...appScreen, ...screen },
});

export const routes: RouteObject[] = [
  {
    element: <Layout />,
    errorElement: <RouteError />,
    hydrateFallbackElement: <></>,
    children: [
      {
        // Inside the layout, so that the layout stays when a screen fails.
        errorElement: <RouteError />,
        children: [
          publicRoute("/", landing),
          publicRoute("/how-it-works", lazyScreen("how-it-works")),
          publicRoute("/help", lazyScreen("help")),
          publicRoute("/help/:articleId", lazyScreen("help-article")),
          publicRoute("/faq", lazyScreen("faq")),
          publicRoute("/safety", lazyScreen("safety")),
          publicRoute("/community-guidelines", lazyScreen("community-guidelines")),
          publicRoute("/terms", lazyScreen("terms")),
          publicRoute("/privacy", lazyScreen("privacy")),
          publicRoute("/cookie-policy", lazyScreen("cookie-policy")),
          publicRoute("/reset-password/:token", lazyScreen("reset-password")),
          publicRoute("/verify-email/:token", lazyScreen("verify-email")),
          publicRoute("/not-me/:token", lazyScreen("not-me")),
          publicRoute("/contact", lazyScreen("contact")),
          publicRoute("/newsletter/confirm/:token", lazyScreen("newsletter-confirm")),
          publicRoute("/newsletter/unsubscribe/:token", lazyScreen("newsletter-unsubscribe")),
          publicRoute("/notifications/unsubscribe/:token", lazyScreen("unsubscribe")),
          {
            ...memberRoute("/reset-password", lazyScreen("reset-password")),
            loader: requireLoginOrReset,
          },
          {
            lazy: lazyScreen("members"),
            children: [
              memberRoute("/profile", lazyScreen("profile-editor")),
              memberRoute("/profile/subscription", lazyScreen("subscription")),
              memberRoute("/test-checkout/:sessionId", lazyScreen("test-checkout"), { tabs: false }),
              memberRoute("/profile/:userId", lazyScreen("profile-view"), { tabs: false }),
              memberRoute("/browse", lazyScreen("browse"), { footer: false }),
              memberRoute("/crushes", lazyScreen("crushes")),
              memberRoute("/messages", lazyScreen("messages")),
              memberRoute("/messages/:userId", lazyScreen("messages"), {
                footer: "desktop",
                tabs: false,
              }),
              memberRoute("/settings/:tab?", lazyScreen("settings")),
            ],
          },
          publicRoute("*", lazyScreen("not-found")),
        ],
      },
    ],
  },
];
