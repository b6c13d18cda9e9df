import "#web/fonts.css";
import "#web/ui/tokens.css";
import "#web/ui/base.css";
import { StrictMode, useEffect } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { createBrowserRouter, matchRoutes, type RouteObject, RouterProvider } from "react-router";
import { reloadOnStaleChunk } from "#web/lib/stale-chunks.ts";
import { startPwa } from "#web/pwa/start-pwa.ts";
import { syncTheme } from "#web/pwa/theme.ts";
import { routes } from "#web/router.tsx";

// Without `jitless`, zod probes for `eval`, which the content security policy reports. A global sets it before any schema
// loads, because the landing page must not load zod itself.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
reloadOnStaleChunk();
syncTheme();
startPwa();

const root = document.getElementById("root") as HTMLElement;

/** Merges a route's lazy module into the route. Properties of the route itself win. */
async function loadLazyRoute(route: RouteObject): Promise<void> {
  if (typeof route.lazy !== "function") return;
  const own = { ...route };
  delete own.lazy;
  const loaded = await route.lazy();
  delete route.lazy;
  Object.assign(route, loaded, own);
}

/** On "listening", the inline script of `index.html` repeats a click that came before the app was ready. */
function App({ router }: { router: ReturnType<typeof createBrowserRouter> }) {
  useEffect(() => void dispatchEvent(new Event("listening")), []);
  return <RouterProvider router={router} />;
}

/**
 * A prerendered page is hydrated, so its lazy module has to load first. Empty hydration data makes the router keep the
 * position to which the reader has scrolled meanwhile.
 */
async function start(): Promise<void> {
  const prerendered = root.firstElementChild !== null;
  if (prerendered) await Promise.all((matchRoutes(routes, location) ?? []).map(({ route }) => loadLazyRoute(route)));
  const app = (
    <StrictMode>
      <App router={createBrowserRouter(routes, prerendered ? { hydrationData: { loaderData: {} } } : {})} />
    </StrictMode>
  );
  if (prerendered) hydrateRoot(root, app);
  else createRoot(root).render(app);
}

void start();
