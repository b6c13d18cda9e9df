import "#web/fonts.css";
import "#web/ui/tokens.css";
import "#web/ui/base.css";
import { StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { createBrowserRouter, matchRoutes, RouterProvider } from "react-router";
import * as z from "zod/mini";
import { routes } from "#web/router.tsx";

// Without this zod probes for `eval`, which the content security policy reports.
z.config({ jitless: true });

const root = document.getElementById("root") as HTMLElement;

/** A prerendered page is hydrated, so its lazy part has to be there first; any other page is drawn from nothing. */
async function start(): Promise<void> {
  const prerendered = root.firstElementChild !== null;
  const lazy = matchRoutes(routes, location.pathname)?.filter((match) => typeof match.route.lazy === "function") ?? [];
  await Promise.all(
    lazy.map(async ({ route }) => {
      const load = route.lazy as () => Promise<object>;
      delete route.lazy;
      Object.assign(route, await load());
    }),
  );
  const app = (
    <StrictMode>
      <RouterProvider router={createBrowserRouter(routes)} />
    </StrictMode>
  );
  if (prerendered) hydrateRoot(root, app);
  else createRoot(root).render(app);
}

void start();
