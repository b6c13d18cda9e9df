import "#web/fonts.css";
import "#web/ui/tokens.css";
import "#web/ui/base.css";
import "#web/lib/run-react.ts";
import { StrictMode, startTransition, useEffect, useLayoutEffect } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { createBrowserRouter, matchRoutes, type RouteObject, RouterProvider } from "react-router";
import { setPendingNavigationCheck } from "#web/lib/pending-navigation.ts";
import { reloadOnStaleChunk } from "#web/lib/stale-chunks.ts";
import { startPwa } from "#web/pwa/start-pwa.ts";
import { routes } from "#web/router.tsx";
import { syncTheme } from "#web/ui/sync-theme.ts";

// Without `jitless`, zod probes for `eval`, which the content security policy reports. A global sets it before any schema
// loads, because the landing page must not load zod itself.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
reloadOnStaleChunk();
syncTheme();
startPwa();

const root = document.getElementById("root") as HTMLElement;
const page = document.documentElement;

type Router = ReturnType<typeof createBrowserRouter>;

function createRouter(options?: Parameters<typeof createBrowserRouter>[1]): Router {
  const router = createBrowserRouter(routes, options);
  setPendingNavigationCheck(() => router.state.navigation.state !== "idle");
  return router;
}

/** Merges a route's lazy module into the route. Properties of the route itself win. */
async function loadLazyRoute(route: RouteObject): Promise<void> {
  if (typeof route.lazy !== "function") return;
  const own = { ...route };
  delete own.lazy;
  const loaded = await route.lazy();
  delete route.lazy;
  Object.assign(route, loaded, own);
}

/** On "listening", `web/inline/kept-input.ts` repeats a click that came before the app was ready. */
function App({ router }: { router: Router }) {
  useLayoutEffect(() => {
    if (page.dataset["frame"] === "hidden") delete page.dataset["frame"];
  }, []);
  useEffect(() => void dispatchEvent(new Event("listening")), []);
  // The placeholders of the first screen continue those of the frame without a delay.
  useEffect(
    () => router.subscribe(({ location: { key } }) => key !== "default" && delete page.dataset["frame"]),
    [router],
  );
  return <RouterProvider router={router} />;
}

/**
 * Render it in a transition, which React interrupts every 5 ms. Otherwise the first rendering is one task of up to half a
 * second on a slow phone, in which the page does not react.
 */
const wrap = (router: Router) => (
  <StrictMode>
    <App router={router} />
  </StrictMode>
);

/**
 * A prerendered page is hydrated, so its lazy module has to load first. Empty hydration data makes the router keep the
 * position to which the reader has scrolled meanwhile.
 */
async function hydrate(): Promise<void> {
  await Promise.all((matchRoutes(routes, location) ?? []).map(({ route }) => loadLazyRoute(route)));
  const router = createRouter({ hydrationData: { loaderData: {} } });
  startTransition(() => void hydrateRoot(root, wrap(router)));
}

/** The frame of a member's screen is replaced once the screen's module has loaded, because React would remove it first. */
async function render(): Promise<void> {
  const router = createRouter();
  if (!router.state.initialized) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const stop = router.subscribe(({ initialized }) => initialized && resolve());
    await promise;
    stop();
  }
  startTransition(() => createRoot(root).render(wrap(router)));
}

const isPrerendered = root.firstElementChild !== null && page.dataset["frame"] === undefined;
void (isPrerendered ? hydrate() : render());
