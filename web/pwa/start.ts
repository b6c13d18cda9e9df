import { holdInstallOffer } from "#web/pwa/install-offer.ts";

/** What accompanies the app is no part of any page: it comes when the page has long been there. */
const COMPANION_AFTER_MS = 5000;

/** Makes the page an app: the service worker is registered at load, notices come later. Every byte here is every visitor's. */
export function startApp(): void {
  holdInstallOffer();
  addEventListener("load", () => {
    // Browsers have none where the address is not secure, and refuse where nothing may be kept: the app works without.
    navigator.serviceWorker?.register("/sw.js").catch(() => {});
    setTimeout(
      () => import("#web/pwa/later.ts").then(({ accompany }) => accompany()).catch(() => {}),
      COMPANION_AFTER_MS,
    );
  });
}
