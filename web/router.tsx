import { type RouteObject, redirect } from "react-router";
import { session } from "#web/lib/session.ts";
import { RouteFailure } from "#web/routes/failure.tsx";
import { Layout } from "#web/routes/layout.tsx";

/** Members only: a visitor without a token goes home. */
const requireLogin = () => (session.read() ? null : redirect("/"));

const member = (path: string, lazy: () => Promise<object>): RouteObject => ({ path, loader: requireLogin, lazy });

/** Every screen and its address. Each is loaded when it is first opened. */
export const routes: RouteObject[] = [
  {
    element: <Layout />,
    errorElement: <RouteFailure />,
    children: [
      { path: "/", lazy: () => import("#web/routes/landing.tsx") },
      member("/profile", () => import("#web/routes/profile-editor.tsx")),
      member("/profile/:userId", () => import("#web/routes/profile-view.tsx")),
      member("/browse", () => import("#web/routes/browse.tsx")),
      member("/crushes", () => import("#web/routes/crushes.tsx")),
      member("/messages", () => import("#web/routes/messages.tsx")),
      member("/messages/:userId", () => import("#web/routes/messages.tsx")),
      member("/settings", () => import("#web/routes/settings.tsx")),
      { path: "*", lazy: () => import("#web/routes/not-found.tsx") },
    ],
  },
];
