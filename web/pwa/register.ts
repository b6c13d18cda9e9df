import { captureInstallPrompt } from "#web/pwa/install-prompt.ts";

/** The overlays belong to no page, so they load after it. */
const OVERLAYS_DELAY_MS = 5000;

/** Registers the service worker at load, and mounts the overlays later. Every visitor loads these bytes first. */
export function startPwa(): void {
  captureInstallPrompt();
  addEventListener("load", () => {
    // Fails on insecure origins and when storage is blocked. The app works without a service worker.
    navigator.serviceWorker?.register("/sw.js").catch(() => {});
    setTimeout(
      () => import("#web/pwa/deferred-imports.ts").then(({ mountAppOverlays }) => mountAppOverlays()).catch(() => {}),
      OVERLAYS_DELAY_MS,
    );
  });
}
