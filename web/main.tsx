import "#web/fonts.css";
import "#web/ui/tokens.css";
import "#web/ui/base.css";
import { StrictMode, useEffect } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { createBrowserRouter, matchRoutes, type RouteObject, RouterProvider } from "react-router";
import { reloadOnStaleChunk } from "#web/lib/stale-chunks.ts";
import { startPwa } from "#web/pwa/register.ts";
import { followTheme } from "#web/pwa/theme.ts";
import { routes } from "#web/router.tsx";

// Without `jitless` zod probes for `eval`, which the content security policy reports. Said here, before any part that
// holds a schema is loaded, and without loading zod: visitors of the landing page do not need it.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
reloadOnStaleChunk();
followTheme();
startPwa();

const root = document.getElementById("root") as HTMLElement;

/** Loads a route's lazy part and puts it where the router finds it. What the route says itself wins. */
async function complete(route: RouteObject): Promise<void> {
  if (typeof route.lazy !== "function") return;
  const own = { ...route };
  delete own.lazy;
  const loaded = await route.lazy();
  delete route.lazy;
  Object.assign(route, loaded, own);
}

/** The app. When all of it listens, the inline script of `index.html` presses again what was pressed before. */
function App({ router }: { router: ReturnType<typeof createBrowserRouter> }) {
  useEffect(() => void dispatchEvent(new Event("listening")), []);
  return <RouterProvider router={router} />;
}

/**
 * A prerendered page is hydrated, so its lazy part has to be there first; any other page is drawn from nothing. The router
 * is given data, though there is none, for a hydrated page: it then leaves the page where its reader has scrolled meanwhile.
 */
async function start(): Promise<void> {
  const prerendered = root.firstElementChild !== null;
  if (prerendered) await Promise.all((matchRoutes(routes, location) ?? []).map(({ route }) => complete(route)));
  const app = (
    <StrictMode>
      <App router={createBrowserRouter(routes, prerendered ? { hydrationData: { loaderData: {} } } : {})} />
    </StrictMode>
  );
  if (prerendered) hydrateRoot(root, app);
  else createRoot(root).render(app);
}

void start();
