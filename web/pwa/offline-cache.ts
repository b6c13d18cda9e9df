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

/** What happens at once is kept at once, and soon: whoever has read something may go where there is no network. */
const PAUSE_MS = 300;
/** Pictures weigh some 12 KiB each. */
const PICTURES_MAX = 60;

/** Without a worker nothing opens offline, so nothing needs to be kept. */
const isApp = (): boolean => Boolean(navigator.serviceWorker?.controller) && "caches" in window;

const forget = async (): Promise<void> => {
  if ("caches" in window) await caches.delete(OFFLINE_CACHE);
};

async function read(me: string): Promise<readonly OfflineEntry[]> {
  const kept = await caches.match(getSnapshotKey(me), { cacheName: OFFLINE_CACHE });
  return kept ? filterFresh((await kept.json()) as OfflineEntry[], Date.now()) : [];
}

/** Keeps the pictures of what is kept, and no others: whom one lost contact with is gone from here, too. */
async function keepPictures(store: Cache, seen: readonly OfflineEntry[], isOn: () => boolean): Promise<void> {
  const wanted = new Map<string, string>();
  for (const address of listThumbnails(seen)) {
    if (wanted.size < PICTURES_MAX) wanted.set(getImageKey(address), address);
  }
  for (const { url } of await store.keys()) {
    const { pathname } = new URL(url);
    if (wanted.delete(pathname)) continue;
    if (pathname.startsWith("/photos/")) await store.delete(pathname);
  }
  for (const [key, address] of wanted) {
    if (!isOn() || !connection.read()) return;
    const picture = await fetch(address).catch(() => undefined);
    if (picture?.ok) await store.put(key, picture);
  }
}

/**
 * Keeps what a member has seen on this device, so that it can be read without a network, until the returned function is
 * called; at the end of the login all of it is thrown away, by every page. It is shown only where the server cannot be
 * reached and there is nothing newer, and for 7 days: a lost device may never learn that its login was ended elsewhere.
 */
export function persistOfflineCache(
  { token, user: { _id: me } }: Session,
  cache: QueryClient,
  readable: OfflineQueries,
): () => void {
  const isOn = (): boolean => session.read()?.token === token;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** The login may have ended while something was being written, here or in another tab. */
  async function forgetIfEnded(): Promise<void> {
    if (!isOn()) await forget();
  }
  async function save(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (!isApp() || !isOn()) return;
    const seen = await withTabLock("seen", async () => {
      const now = buildSnapshot(cache, await read(me), readable);
      if (!isOn()) return [];
      if (now.length === 0) {
        // All that there was has become too old.
        await forget();
        return [];
      }
      await (await caches.open(OFFLINE_CACHE)).put(getSnapshotKey(me), Response.json(now));
      await forgetIfEnded();
      return now;
    });
    if (seen.length === 0 || !connection.read()) return;
    // They take their time, and no text waits for them.
    await withTabLock("seen pictures", async () => {
      if (isOn()) await keepPictures(await caches.open(OFFLINE_CACHE), seen, isOn);
      await forgetIfEnded();
    });
  }
  const saveSoon = (): void => {
    timer ??= setTimeout(() => void save().catch(() => undefined), PAUSE_MS);
  };
  /** A page that is left has no later. */
  const leave = ({ type }: Event): void => {
    if ((type === "pagehide" || document.hidden) && timer !== undefined) void save().catch(() => undefined);
  };

  async function show({ queryKey, queryHash }: Query): Promise<void> {
    if (!isApp()) return;
    const kept = findEntry(await read(me), queryKey);
    const now = cache.getQueryCache().get(queryHash);
    if (!kept || !isOn() || !now || now.state.data !== undefined) return;
    connection.markOffline();
    // The sign that it may be old comes with it.
    void import("#web/pwa/app-overlays.tsx").then((companion) => companion.mountAppOverlays()).catch(() => undefined);
    cache.setQueryData(queryKey, kept.data, { updatedAt: kept.updatedAt });
  }

  const stop = cache.getQueryCache().subscribe((event) => {
    if (event.type !== "updated" || !isOfflineQuery(event.query.queryKey, readable)) return;
    const { data, fetchStatus, fetchFailureReason } = event.query.state;
    if (event.action.type === "success") {
      if (!event.action.manual) connection.markOnline();
      saveSoon();
    } else if (data === undefined) {
      // A server that answers has been reached, whatever it says.
      const unreachable = fetchFailureReason !== null && !(fetchFailureReason instanceof ApiError);
      if (fetchStatus === "paused" || unreachable) void show(event.query).catch(() => undefined);
    }
  });
  document.addEventListener("visibilitychange", leave);
  window.addEventListener("pagehide", leave);
  // The first worker comes after the first page.
  navigator.serviceWorker?.addEventListener("controllerchange", saveSoon);
  void forgetOthers(me).catch(() => undefined);
  // What came before anybody listened.
  saveSoon();
  return () => {
    stop();
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", leave);
    window.removeEventListener("pagehide", leave);
    navigator.serviceWorker?.removeEventListener("controllerchange", saveSoon);
    if (session.read()?.user._id !== me) void forget();
  };
}

/** What somebody else has left here is nobody's any more. */
async function forgetOthers(me: string): Promise<void> {
  if (!("caches" in window) || !(await caches.has(OFFLINE_CACHE))) return;
  const kept = await (await caches.open(OFFLINE_CACHE)).keys();
  const isOthers = ({ pathname }: URL) => pathname.startsWith(getSnapshotKey("")) && pathname !== getSnapshotKey(me);
  if (kept.some(({ url }) => isOthers(new URL(url)))) await forget();
}
