import type { Query, QueryClient } from "@tanstack/react-query";
import { ApiError } from "#web/lib/api.ts";
import { connection } from "#web/lib/connection.ts";
import { type Session, session } from "#web/lib/session.ts";
import { withTabLock } from "#web/lib/with-tab-lock.ts";
import {
  buildSnapshot,
  filterFresh,
  findEntry,
  isOfflineQuery,
  listThumbnails,
  type OfflineEntry,
  type OfflineQueries,
} from "#web/pwa/offline-snapshot.ts";
import { getImageKey, getSnapshotKey, OFFLINE_CACHE } from "#web/worker/offline-cache.ts";

/** Short, because the member may lose the network right after reading. Changes within it are saved together. */
const SAVE_DELAY_MS = 300;
/** An image is about 12 KiB. */
const MAX_IMAGES = 60;

/** Without a service worker the app does not open offline, so nothing is cached. */
const isSupported = (): boolean => Boolean(navigator.serviceWorker?.controller) && "caches" in window;

const clearCache = async (): Promise<void> => {
  if ("caches" in window) await caches.delete(OFFLINE_CACHE);
};

async function read(me: string): Promise<readonly OfflineEntry[]> {
  const response = await caches.match(getSnapshotKey(me), { cacheName: OFFLINE_CACHE });
  return response ? filterFresh((await response.json()) as OfflineEntry[], Date.now()) : [];
}

/** Other images, such as those of members whose contact ended, are deleted. */
async function cacheImages(
  store: Cache,
  entries: readonly OfflineEntry[],
  isCurrentSession: () => boolean,
): Promise<void> {
  const missing = new Map<string, string>();
  for (const address of listThumbnails(entries)) {
    if (missing.size < MAX_IMAGES) missing.set(getImageKey(address), address);
  }
  for (const { url } of await store.keys()) {
    const { pathname } = new URL(url);
    if (missing.delete(pathname)) continue;
    if (pathname.startsWith("/photos/")) await store.delete(pathname);
  }
  for (const [key, address] of missing) {
    if (!isCurrentSession() || !connection.read()) return;
    const response = await fetch(address).catch(() => undefined);
    if (response?.ok) await store.put(key, response);
  }
}

/**
 * Until the returned function is called. Entries are shown only if the server is unreachable and the query has no data.
 * They expire after 7 days, because a lost device may never learn that its session was ended elsewhere. When the
 * session ends, every page deletes the cache.
 */
export function persistOfflineCache(
  { token, user: { _id: me } }: Session,
  cache: QueryClient,
  queries: OfflineQueries,
): () => void {
  const isCurrentSession = (): boolean => session.read()?.token === token;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** The session may have ended during a write, here or in another tab. */
  async function clearIfEnded(): Promise<void> {
    if (!isCurrentSession()) await clearCache();
  }
  async function save(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (!isSupported() || !isCurrentSession()) return;
    const entries = await withTabLock("offline snapshot", async () => {
      const snapshot = buildSnapshot(cache, await read(me), queries);
      if (!isCurrentSession()) return [];
      if (snapshot.length === 0) {
        // All entries have expired.
        await clearCache();
        return [];
      }
      await (await caches.open(OFFLINE_CACHE)).put(getSnapshotKey(me), Response.json(snapshot));
      await clearIfEnded();
      return snapshot;
    });
    if (entries.length === 0 || !connection.read()) return;
    // A separate lock, because downloads are slow and must not delay the text of other tabs.
    await withTabLock("offline images", async () => {
      if (isCurrentSession()) await cacheImages(await caches.open(OFFLINE_CACHE), entries, isCurrentSession);
      await clearIfEnded();
    });
  }
  const saveSoon = (): void => {
    timer ??= setTimeout(() => void save().catch(() => undefined), SAVE_DELAY_MS);
  };
  /** A timer may never fire on a page that is hidden or closed. */
  const saveOnLeave = ({ type }: Event): void => {
    if ((type === "pagehide" || document.hidden) && timer !== undefined) void save().catch(() => undefined);
  };

  async function restore({ queryKey, queryHash }: Query): Promise<void> {
    if (!isSupported()) return;
    const entry = findEntry(await read(me), queryKey);
    const query = cache.getQueryCache().get(queryHash);
    if (!entry || !isCurrentSession() || !query || query.state.data !== undefined) return;
    connection.markOffline();
    void import("#web/pwa/app-overlays.tsx").then((overlays) => overlays.mountAppOverlays()).catch(() => undefined);
    cache.setQueryData(queryKey, entry.data, { updatedAt: entry.updatedAt });
  }

  const stop = cache.getQueryCache().subscribe((event) => {
    if (event.type !== "updated" || !isOfflineQuery(event.query.queryKey, queries)) return;
    const { data, fetchStatus, fetchFailureReason } = event.query.state;
    if (event.action.type === "success") {
      if (!event.action.manual) connection.markOnline();
      saveSoon();
    } else if (data === undefined) {
      // An ApiError means that the server was reached.
      const isUnreachable = fetchFailureReason !== null && !(fetchFailureReason instanceof ApiError);
      if (fetchStatus === "paused" || isUnreachable) void restore(event.query).catch(() => undefined);
    }
  });
  document.addEventListener("visibilitychange", saveOnLeave);
  window.addEventListener("pagehide", saveOnLeave);
  // On the first visit, the worker takes control after the page has loaded.
  navigator.serviceWorker?.addEventListener("controllerchange", saveSoon);
  void clearOthers(me).catch(() => undefined);
  // For queries that finished before the subscription.
  saveSoon();
  return () => {
    stop();
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", saveOnLeave);
    window.removeEventListener("pagehide", saveOnLeave);
    navigator.serviceWorker?.removeEventListener("controllerchange", saveSoon);
    if (session.read()?.user._id !== me) void clearCache();
  };
}

async function clearOthers(me: string): Promise<void> {
  if (!("caches" in window) || !(await caches.has(OFFLINE_CACHE))) return;
  const requests = await (await caches.open(OFFLINE_CACHE)).keys();
  const isOthers = ({ pathname }: URL) => pathname.startsWith(getSnapshotKey("")) && pathname !== getSnapshotKey(me);
  if (requests.some(({ url }) => isOthers(new URL(url)))) await clearCache();
}
