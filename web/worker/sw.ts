import { broadcastSubscriptionChange, openNotification, showPush } from "#web/worker/notifications.ts";
import { getImageKey, OFFLINE_CACHE } from "#web/worker/offline-cache.ts";
import { type BuildManifest, DIRECT_ROUTES, resolveRequest } from "#web/worker/routing.ts";
import { cacheVersion, deleteOtherVersions, serveFile } from "#web/worker/version-cache.ts";

declare const self: ServiceWorkerGlobalScope;
/** Replaced by the build. */
declare const BUILT: BuildManifest;
const built: BuildManifest = BUILT;

/** Network first, since an image may have been deleted. The offline cache serves images that the member has seen. */
async function serveImage(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const offline = await caches.match(getImageKey(request.url), { cacheName: OFFLINE_CACHE, ignoreVary: true });
    if (offline) return offline;
    throw error;
  }
}

/** The static routing API, which only Chromium browsers have. */
interface RoutingInstallEvent {
  addRoutes?(rules: readonly object[]): Promise<void>;
}

self.addEventListener("install", (event) => {
  event.waitUntil(cacheVersion(built));
  // Without it, each call of the API waits until the browser has started this worker, only to be left to the network.
  (event as RoutingInstallEvent).addRoutes?.(DIRECT_ROUTES).catch(() => undefined);
});

self.addEventListener("activate", (event) => {
  event.waitUntil(deleteOtherVersions(built).then(() => self.clients.claim()));
});

// Without this, a new version waits until all pages of the old one are closed.
self.addEventListener("message", ({ data }) => {
  if (data === "take over") void self.skipWaiting();
});

self.addEventListener("fetch", (event) => {
  const target = resolveRequest(event.request, self.location.origin, built);
  if (target === "network") return;
  if (target === "image") event.respondWith(serveImage(event.request));
  else event.respondWith(serveFile("page" in target ? target.page : target.file, event.request, built));
});

self.addEventListener("push", (event) => event.waitUntil(showPush(self, event.data)));
self.addEventListener("notificationclick", (event) => event.waitUntil(openNotification(self, event.notification)));
self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(broadcastSubscriptionChange(self)));
