const OVERLAYS_DELAY_MS = 5000;

/** Part of the entry chunk of every page, so the overlays and the service worker's registration are a separate one. */
export function startPwa(): void {
  const mountLater = (ms: number) =>
    setTimeout(
      () => import("#web/pwa/deferred-imports.ts").then(({ mountAppOverlays }) => mountAppOverlays()).catch(() => {}),
      ms,
    );
  // Prerendered pages start the app some time after this event.
  const [document] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const loadedAt = document?.loadEventEnd ?? 0;
  if (loadedAt > 0) mountLater(Math.max(0, loadedAt + OVERLAYS_DELAY_MS - performance.now()));
  else addEventListener("load", () => mountLater(OVERLAYS_DELAY_MS));
}
