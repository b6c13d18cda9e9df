import { type BuildManifest, listAssetPaths } from "#web/worker/routing.ts";

const PREFIX = "version ";
/** The page in front of the member needs the network and its connections more. */
const DOWNLOADS_MAX = 4;

const getCacheName = ({ version }: BuildManifest): string => PREFIX + version;

/** Assets have hashed names, so the previous version may have cached the same file. */
const isAsset = (address: string): boolean => address.startsWith("/assets/");

async function fetchFile(address: string): Promise<Response> {
  const cached = isAsset(address) ? await caches.match(address, { ignoreVary: true }) : undefined;
  const response =
    cached ?? (await fetch(address, { cache: isAsset(address) ? "default" : "reload", priority: "low" }));
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  return response;
}

/**
 * Rejects a page of another version, as during a deployment: it refers to unknown assets. A page without assets comes from a
 * proxy in front of the server.
 */
async function fetchPage(address: string, { files }: BuildManifest): Promise<Response> {
  const page = await fetchFile(address);
  const html = await page.text();
  const assets = listAssetPaths(html);
  const foreign = assets.find((asset) => !files.includes(asset));
  if (foreign !== undefined) throw new Error(`${address} is of another version: it wants ${foreign}`);
  if (assets.length === 0) throw new Error(`${address} is answered by something else`);
  const headers = new Headers(page.headers);
  // They describe the body before it was decompressed.
  for (const name of ["content-encoding", "content-length"]) headers.delete(name);
  return new Response(html, { headers });
}

/**
 * Runs `task` for each item in order, at most `limit` at once. After a failure it starts no more, and rejects once those
 * that are running have ended.
 */
async function forEachConcurrently<T>(
  items: readonly T[],
  limit: number,
  task: (item: T) => Promise<void>,
): Promise<void> {
  // Shared by all runners. A loop that throws closes the generator, which ends the other loops.
  const queue = (function* () {
    yield* items;
  })();
  const run = async (): Promise<void> => {
    for (const item of queue) await task(item);
  };
  const results = await Promise.allSettled(Array.from({ length: limit }, run));
  const failed = results.find((result) => result.status === "rejected");
  if (failed) throw failed.reason;
}

/**
 * Caches a version completely or not at all: after a failure, the browser tries again at its next update check. Pages come
 * first, because they reveal a deployment in progress. The cache of the active version, which may be installed once more,
 * is never deleted.
 */
export async function cacheVersion(built: BuildManifest): Promise<void> {
  const isInUse = await caches.has(getCacheName(built));
  const cache = await caches.open(getCacheName(built));
  const pages = new Set([built.shell, ...built.screens.map(([, shell]) => shell), ...built.pages]);
  const addresses = [...pages, ...built.files];
  try {
    await forEachConcurrently(addresses, DOWNLOADS_MAX, async (address) =>
      cache.put(address, await (pages.has(address) ? fetchPage(address, built) : fetchFile(address))),
    );
  } catch (error) {
    if (!isInUse) await caches.delete(getCacheName(built));
    throw error;
  }
}

export async function deleteOtherVersions(built: BuildManifest): Promise<void> {
  const names = await caches.keys();
  const others = names.filter((name) => name.startsWith(PREFIX) && name !== getCacheName(built));
  await Promise.all(others.map((name) => caches.delete(name)));
}

/** Serves a file from the cache. It may be missing there, because the browser evicts files. */
export async function serveFile(address: string, request: Request, built: BuildManifest): Promise<Response> {
  const cache = await caches.open(getCacheName(built));
  const cached = await cache.match(address, { ignoreVary: true });
  if (cached) return cached;
  const response = await fetch(request);
  if (response.ok && built.filesCachedOnUse.includes(address))
    void cache.put(address, response.clone()).catch(() => undefined);
  return response;
}
