import { type LoaderFunction, type Params, type RouteObject, redirect } from "react-router";
import { Layout } from "#web/app/layout.tsx";
import { type LazyScreen, load } from "#web/app/lazy-screens.ts";
import { RouteError } from "#web/app/route-error.tsx";
import { isPrerendered, StaticLanding } from "#web/app/static-landing.tsx";
import { appScreen, publicScreen, type Screen } from "#web/domains/site/chrome/screen.ts";
import { session } from "#web/lib/session.ts";

/** Redirects visitors. The code for them and for links of emails and pushes (`from=`) loads only when needed. */
const requireLogin: LoaderFunction = async (on) =>
  session.read() && !on.request.url.includes("from=") ? null : (await load("deep-link")).requireLoginOrDeepLink(on);

/** Visitors are offered a reset link instead. */
const requireLoginOrReset = () => (session.read() ? null : redirect("/?forgot=true"));

type Lazy = () => Promise<object>;

/** Loads a screen when it is first opened. */
const lazyScreen =
  (name: LazyScreen): Lazy =>
  () =>
    load(name);

/** On a prerendered landing page the document contains the content already. */
const landing: Lazy = isPrerendered ? async () => ({ Component: StaticLanding }) : lazyScreen("landing");

const publicRoute = (path: string, lazy: Lazy): RouteObject => ({ path, lazy, handle: publicScreen });

/** A member's screen, which may request its data before its first rendering. */
interface MemberScreen {
  readonly preload?: (params: Params) => readonly Promise<void>[];
}

/** After this time, or without a network, a screen shows its own loading state. */
const FIRST_DATA_MAX_MS = 3000;
let isFirstScreen = true;

/** While the document shows the frame of its first screen, awaits the data, so that React renders the screen only once. */
async function awaitFirstData(name: LazyScreen, params: Params): Promise<void> {
  const isAwaited = isFirstScreen && document.documentElement.dataset["frame"] !== undefined && navigator.onLine;
  isFirstScreen = false;
  if (!isAwaited) return;
  const { preload }: MemberScreen = (await lazyScreen(name)()) as object;
  const tooLate = new Promise((resolve) => setTimeout(resolve, FIRST_DATA_MAX_MS));
  await Promise.race([Promise.all(preload?.(params) ?? []), tooLate]);
}

/** @param screen differences to the other screens of members */
const memberRoute = (path: string, name: LazyScreen, screen: Partial<Screen> = {}): RouteObject => ({
  path,
  loader: async (on, context) => {
    const redirection = await requireLogin(on, context);
    if (!redirection) await awaitFirstData(name, on.params);
    return redirection;
  },
  lazy: lazyScreen(name),
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
          publicRoute("/appeal/:token", lazyScreen("appeal")),
          publicRoute("/data-copy/:token", lazyScreen("data-copy")),
          publicRoute("/contact", lazyScreen("contact")),
          publicRoute("/contact/:token", lazyScreen("contact-reply")),
          publicRoute("/notice", lazyScreen("notice")),
          publicRoute("/newsletter/confirm/:token", lazyScreen("newsletter-confirm")),
          publicRoute("/newsletter/unsubscribe/:token", lazyScreen("newsletter-unsubscribe")),
          publicRoute("/notifications/unsubscribe/:token", lazyScreen("unsubscribe")),
          {
            lazy: lazyScreen("members"),
            children: [
              memberRoute("/profile", "profile-editor"),
              memberRoute("/profile/subscription", "subscription"),
              memberRoute("/test-checkout/:sessionId", "test-checkout", { tabs: false }),
              memberRoute("/profile/:userId", "profile-view"),
              memberRoute("/browse", "browse", { footer: false }),
              memberRoute("/crushes", "crushes"),
              memberRoute("/messages", "messages"),
              memberRoute("/messages/:userId", "messages", { tabs: false }),
              memberRoute("/settings/:tab?", "settings"),
              memberRoute("/get-verified", "get-verified"),
              memberRoute("/invite", "invite"),
              { ...memberRoute("/reset-password", "change-password"), loader: requireLoginOrReset },
            ],
          },
          publicRoute("*", lazyScreen("not-found")),
        ],
      },
    ],
  },
];
