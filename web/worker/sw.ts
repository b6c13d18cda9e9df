import { broadcastSubscriptionChange, openNotification, showPush } from "#web/worker/notifications.ts";
import { getImageKey, OFFLINE_CACHE } from "#web/worker/offline-cache.ts";
import { type BuildManifest, listAssetPaths, resolveRequest, stripPreloadHints } from "#web/worker/routing.ts";

declare const self: ServiceWorkerGlobalScope;
/** Put here by the build, in each place that names it. */
declare const BUILT: BuildManifest;
const built: BuildManifest = BUILT;

const PREFIX = "version ";
const CACHE = PREFIX + built.version;
const pages = [...built.pages, built.shell];

/** A file under a name that says what it holds; it may be here already, from the version before. */
const isPart = (address: string): boolean => address.startsWith("/assets/");

async function ask(address: string): Promise<Response> {
  const known = isPart(address) ? await caches.match(address, { ignoreVary: true }) : undefined;
  const response = known ?? (await fetch(address, { cache: isPart(address) ? "default" : "reload" }));
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  return response;
}

/**
 * A page of another version names parts that this one does not have: the server was just being changed. One that names none is
 * no page of ours, but what something before the server says in its place.
 */
async function askForPage(address: string): Promise<Response> {
  const page = await ask(address);
  const html = await page.text();
  const parts = listAssetPaths(html);
  const foreign = parts.find((part) => !built.files.includes(part));
  if (foreign !== undefined) throw new Error(`${address} is of another version: it wants ${foreign}`);
  if (parts.length === 0) throw new Error(`${address} is answered by something else`);
  const headers = new Headers(page.headers);
  // They tell of the text as it was sent.
  for (const name of ["content-encoding", "content-length"]) headers.delete(name);
  return new Response(stripPreloadHints(html), { headers });
}

/**
 * Keeps one version whole, or not at all: what fails is begun again with the browser's next look for a new version. One that is
 * here already, because the version in charge comes once more, is left to it.
 */
async function keepVersion(): Promise<void> {
  const isInUse = await caches.has(CACHE);
  const cache = await caches.open(CACHE);
  const keep = (get: (address: string) => Promise<Response>) => async (address: string) =>
    cache.put(address, await get(address));
  try {
    await Promise.all([...built.files.map(keep(ask)), ...pages.map(keep(askForPage))]);
  } catch (error) {
    if (!isInUse) await caches.delete(CACHE);
    throw error;
  }
}

async function dropOtherVersions(): Promise<void> {
  const names = await caches.keys();
  const others = names.filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(others.map((name) => caches.delete(name)));
}

/** What was kept of this version; asked for where the browser has thrown it away meanwhile. */
async function kept(address: string, request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  return (await cache.match(address, { ignoreVary: true })) ?? fetch(request);
}

/** The server is asked each time, since a picture may have ended; without it, what the member has seen is here. */
async function picture(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const seen = await caches.match(getImageKey(request.url), { cacheName: OFFLINE_CACHE, ignoreVary: true });
    if (seen) return seen;
    throw error;
  }
}

self.addEventListener("install", (event) => event.waitUntil(keepVersion()));

self.addEventListener("activate", (event) => {
  event.waitUntil(dropOtherVersions().then(() => self.clients.claim()));
});

// Otherwise a new version waits until no page of the old one is open.
self.addEventListener("message", ({ data }) => {
  if (data === "take over") void self.skipWaiting();
});

self.addEventListener("fetch", (event) => {
  const way = resolveRequest(event.request, self.location.origin, built);
  if (way === "network") return;
  if (way === "picture") event.respondWith(picture(event.request));
  else event.respondWith(kept("page" in way ? way.page : way.file, event.request));
});

self.addEventListener("push", (event) => event.waitUntil(showPush(self, event.data)));
self.addEventListener("notificationclick", (event) => event.waitUntil(openNotification(self, event.notification)));
self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(broadcastSubscriptionChange(self)));
