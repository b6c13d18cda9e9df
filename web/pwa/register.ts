import { captureInstallPrompt } from "#web/pwa/install-prompt.ts";

const OVERLAYS_DELAY_MS = 5000;

/** Part of the entry chunk of every page, so the overlays are a separate one. */
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
