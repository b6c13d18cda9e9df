import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { BuildManifest } from "#web/worker/routing.ts";
import { cacheVersion, serveFile } from "#web/worker/version-cache.ts";

/** Resolves once all promises that can settle have settled. */
const nextTurn = () => new Promise<void>((resolve) => setTimeout(resolve));

const files = Array.from({ length: 20 }, (_, i) => `/assets/part-${i}.js`);
const built: BuildManifest = {
  version: "1",
  pages: ["/", "/safety"],
  screens: [["/crushes", "/crushes"]],
  shell: "/browse",
  files,
  filesCachedOnUse: ["/art/tour/chat-dark.webp"],
};
const PAGES = ["/browse", "/crushes", "/", "/safety"];
const CACHE = "version 1";

const stored = new Map<string, Map<string, Response>>();
/** Requests without a response, in order. */
let pending: { address: string; respond: (response: Response) => void }[];
let requested: string[];
let init: (RequestInit | undefined)[];
let most: number;

const open = async (name: string) => {
  const entries = stored.get(name) ?? new Map<string, Response>();
  stored.set(name, entries);
  return {
    put: async (address: string, response: Response) => void entries.set(address, response),
    match: async (address: string) => entries.get(address)?.clone(),
  };
};

beforeEach(() => {
  stored.clear();
  [pending, requested, init, most] = [[], [], [], 0];
  vi.stubGlobal("caches", {
    open,
    has: async (name: string) => stored.has(name),
    match: async (address: string) =>
      [...stored.values()]
        .find((entries) => entries.has(address))
        ?.get(address)
        ?.clone(),
    delete: async (name: string) => stored.delete(name),
  });
  vi.stubGlobal("fetch", (address: string, options?: RequestInit) => {
    requested.push(address);
    init.push(options);
    const { promise, resolve: respond } = Promise.withResolvers<Response>();
    pending.push({ address, respond });
    most = Math.max(most, pending.length);
    return promise;
  });
});
afterEach(() => void vi.unstubAllGlobals());

const bodyOf = (address: string): string =>
  PAGES.includes(address) ? `<script src="/assets/part-0.js"></script>` : `file ${address}`;

/** Responds to one request after another until there are no more. @param respond undefined for the usual response */
async function respondToAll(respond: (address: string) => Response | undefined = () => undefined): Promise<void> {
  for (await nextTurn(); pending.length > 0; await nextTurn()) {
    const next = pending.shift();
    next?.respond(respond(next.address) ?? new Response(bodyOf(next.address)));
  }
}

test("downloads a version in order, at most 4 files at once, with low priority", async () => {
  const installed = cacheVersion(built);
  await nextTurn();
  expect(requested).toEqual(PAGES);
  await respondToAll();
  await installed;
  expect(most).toBe(4);
  expect(requested).toEqual([...PAGES, ...files]);
  expect([...(stored.get(CACHE)?.keys() ?? [])].toSorted()).toEqual([...PAGES, ...files].toSorted());
  expect(init[0]).toEqual({ cache: "reload", priority: "low" });
  // A page has loaded some of them already.
  expect(init.at(-1)).toEqual({ cache: "default", priority: "low" });
});

test("copies files that an earlier version has cached", async () => {
  await (await open("version 0")).put("/assets/part-7.js", new Response("file /assets/part-7.js"));
  const installed = cacheVersion(built);
  await respondToAll();
  await installed;
  expect(requested).not.toContain("/assets/part-7.js");
  expect(stored.get(CACHE)?.has("/assets/part-7.js")).toBe(true);
});

test("after a failure requests no more files, and deletes the cache once running requests have ended", async () => {
  const installed = cacheVersion(built);
  installed.catch(() => undefined);
  await nextTurn();
  pending.find(({ address }) => address === "/safety")?.respond(new Response("", { status: 503 }));
  await nextTurn();
  expect(stored.has(CACHE)).toBe(true);
  pending = pending.filter(({ address }) => address !== "/safety");
  await respondToAll();
  await expect(installed).rejects.toThrow("/safety answered 503");
  expect(requested).toHaveLength(4);
  expect(stored.has(CACHE)).toBe(false);
});

test.each([
  ["of another version", `<script src="/assets/part-other.js"></script>`, "is of another version"],
  ["of a proxy", "<title>Back soon</title>", "is answered by something else"],
])("a page %s fails the version before its files are requested", async (_, html, message) => {
  const installed = cacheVersion(built);
  installed.catch(() => undefined);
  await respondToAll((address) => (address === "/browse" ? new Response(html) : undefined));
  await expect(installed).rejects.toThrow(`/browse ${message}`);
  expect(requested.length).toBeLessThanOrEqual(5);
  expect(stored.has(CACHE)).toBe(false);
});

test("a failure keeps the cache of a version in use", async () => {
  await (await open(CACHE)).put("/assets/part-0.js", new Response("file"));
  const installed = cacheVersion(built);
  installed.catch(() => undefined);
  await respondToAll((address) => (address === "/" ? new Response("", { status: 502 }) : undefined));
  await expect(installed).rejects.toThrow();
  expect(stored.get(CACHE)?.has("/assets/part-0.js")).toBe(true);
});

/** Requests a file from the worker, with a network that responds or fails. */
const serve = (address: string, response: Response | Error) => {
  vi.stubGlobal("fetch", async () => {
    if (response instanceof Error) throw response;
    return response;
  });
  return serveFile(address, new Request(`https://spotter.example${address}`), built);
};

test("caches an image on its first use", async () => {
  const [image = ""] = built.filesCachedOnUse;
  await expect(serve(image, new TypeError("offline"))).rejects.toThrow("offline");
  expect((await serve(image, new Response("", { status: 503 }))).status).toBe(503);
  expect(await (await serve(image, new Response("image"))).text()).toBe("image");
  expect(await (await serve(image, new TypeError("offline"))).text()).toBe("image");
});

test("fetches an evicted file without caching it", async () => {
  expect(await (await serve("/assets/part-1.js", new Response("file"))).text()).toBe("file");
  await expect(serve("/assets/part-1.js", new TypeError("offline"))).rejects.toThrow("offline");
});
