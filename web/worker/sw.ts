import { broadcastSubscriptionChange, openNotification, showPush } from "#web/worker/notifications.ts";
import { getImageKey, OFFLINE_CACHE } from "#web/worker/offline-cache.ts";
import { type BuildManifest, listAssetPaths, resolveRequest, stripPreloadHints } from "#web/worker/routing.ts";

declare const self: ServiceWorkerGlobalScope;
/** Replaced by the build. */
declare const BUILT: BuildManifest;
const built: BuildManifest = BUILT;

const PREFIX = "version ";
const VERSION_CACHE = PREFIX + built.version;
const pages = [...built.pages, built.shell];

/** Assets have hashed names, so the previous version may have cached the same file. */
const isAsset = (address: string): boolean => address.startsWith("/assets/");

async function fetchFile(address: string): Promise<Response> {
  const cached = isAsset(address) ? await caches.match(address, { ignoreVary: true }) : undefined;
  const response = cached ?? (await fetch(address, { cache: isAsset(address) ? "default" : "reload" }));
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  return response;
}

/**
 * Rejects a page of another version, as during a deployment: it refers to unknown assets. A page without assets comes from a
 * proxy in front of the server.
 */
async function fetchPage(address: string): Promise<Response> {
  const page = await fetchFile(address);
  const html = await page.text();
  const assets = listAssetPaths(html);
  const foreign = assets.find((asset) => !built.files.includes(asset));
  if (foreign !== undefined) throw new Error(`${address} is of another version: it wants ${foreign}`);
  if (assets.length === 0) throw new Error(`${address} is answered by something else`);
  const headers = new Headers(page.headers);
  // They describe the body before it was decompressed and changed.
  for (const name of ["content-encoding", "content-length"]) headers.delete(name);
  return new Response(stripPreloadHints(html), { headers });
}

/**
 * Caches a version completely or not at all: after a failure, the browser tries again at its next update check. The cache of
 * the active version, which may be installed once more, is never deleted.
 */
async function cacheVersion(): Promise<void> {
  const isInUse = await caches.has(VERSION_CACHE);
  const cache = await caches.open(VERSION_CACHE);
  const store = (get: (address: string) => Promise<Response>) => async (address: string) =>
    cache.put(address, await get(address));
  try {
    await Promise.all([...built.files.map(store(fetchFile)), ...pages.map(store(fetchPage))]);
  } catch (error) {
    if (!isInUse) await caches.delete(VERSION_CACHE);
    throw error;
  }
}

async function deleteOtherVersions(): Promise<void> {
  const names = await caches.keys();
  const others = names.filter((name) => name.startsWith(PREFIX) && name !== VERSION_CACHE);
  await Promise.all(others.map((name) => caches.delete(name)));
}

/** The browser may have evicted the file meanwhile. */
async function serveFile(address: string, request: Request): Promise<Response> {
  const cache = await caches.open(VERSION_CACHE);
  return (await cache.match(address, { ignoreVary: true })) ?? fetch(request);
}

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

self.addEventListener("install", (event) => event.waitUntil(cacheVersion()));

self.addEventListener("activate", (event) => {
  event.waitUntil(deleteOtherVersions().then(() => self.clients.claim()));
});

// Without this, a new version waits until all pages of the old one are closed.
self.addEventListener("message", ({ data }) => {
  if (data === "take over") void self.skipWaiting();
});

self.addEventListener("fetch", (event) => {
  const target = resolveRequest(event.request, self.location.origin, built);
  if (target === "network") return;
  if (target === "image") event.respondWith(serveImage(event.request));
  else event.respondWith(serveFile("page" in target ? target.page : target.file, event.request));
});

self.addEventListener("push", (event) => event.waitUntil(showPush(self, event.data)));
self.addEventListener("notificationclick", (event) => event.waitUntil(openNotification(self, event.notification)));
self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(broadcastSubscriptionChange(self)));
