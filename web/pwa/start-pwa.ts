const OVERLAYS_DELAY_MS = 5000;

/** Part of the entry chunk of every page, so the overlays and the service worker's registration are a separate one. */
export function startPwa(): void {
  const mountLater = () =>
    setTimeout(
      () => import("#web/pwa/deferred-imports.ts").then(({ mountAppOverlays }) => mountAppOverlays()).catch(() => {}),
      OVERLAYS_DELAY_MS,
    );
  // Prerendered pages load the app after this event.
  if (document.readyState === "complete") mountLater();
  else addEventListener("load", mountLater);
}
