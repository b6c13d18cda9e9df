import { type LoaderFunctionArgs, type RouteObject, redirect } from "react-router";
import { appScreen, publicScreen, type Screen } from "#web/features/chrome/screen.ts";
import { returnedIn } from "#web/features/wallet/return-address.ts";
import { session } from "#web/lib/session.ts";
import { RouteFailure } from "#web/routes/failure.tsx";
import { DrawnLanding, isDrawn } from "#web/routes/landing-drawn.tsx";
import { Layout } from "#web/routes/layout.tsx";
import { toast } from "#web/ui/toast.tsx";

/** Members only: a visitor without a token goes home. Whoever comes back from paying just then is told that nothing is lost. */
function requireLogin({ request }: LoaderFunctionArgs): Response | null {
  if (session.read()) return null;
  if (returnedIn(new URL(request.url).search)?.outcome === "success") {
    toast("You have been logged out. What you paid for arrives: log in to see it.", undefined, "login");
  }
  return redirect("/");
}

/** Whoever is logged in changes their password; a visitor is offered a link. */
const requireLoginOrOffer = () => (session.read() ? null : redirect("/?forgot=true"));

type Lazy = () => Promise<object>;

/** Where the page that was opened is the landing page, it is in the document already. */
const landing: Lazy = async () => (isDrawn ? { Component: DrawnLanding } : import("#web/routes/landing.tsx"));

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
    errorElement: <RouteFailure />,
    hydrateFallbackElement: <></>,
    children: [
      {
        // A screen that fails leaves the layout standing around its message.
        errorElement: <RouteFailure />,
        children: [
          open("/", landing),
          open("/reset-password/:token", () => import("#web/routes/reset-password.tsx")),
          open("/verify-email/:token", () => import("#web/routes/verify-email.tsx")),
          {
            ...member("/reset-password", () => import("#web/routes/reset-password.tsx")),
            loader: requireLoginOrOffer,
          },
          {
            lazy: () => import("#web/routes/members.tsx"),
            children: [
              member("/profile", () => import("#web/routes/profile-editor.tsx")),
              member("/profile/subscription", () => import("#web/routes/subscription.tsx")),
              member("/test-checkout/:sessionId", () => import("#web/routes/test-checkout.tsx"), { tabs: false }),
              member("/profile/:userId", () => import("#web/routes/profile-view.tsx"), { tabs: false }),
              member("/browse", () => import("#web/routes/browse.tsx"), { footer: false }),
              member("/crushes", () => import("#web/routes/crushes.tsx")),
              member("/messages", () => import("#web/routes/messages.tsx")),
              member("/messages/:userId", () => import("#web/routes/messages.tsx"), {
                footer: "desktop",
                tabs: false,
              }),
              member("/settings", () => import("#web/routes/settings.tsx")),
            ],
          },
          open("*", () => import("#web/routes/not-found.tsx")),
        ],
      },
    ],
  },
];
