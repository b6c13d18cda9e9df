import { existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import { isBuilt, markBuilt } from "./build-stamp.ts";
import { writeCompressed } from "./write-compressed.ts";
import { writePages } from "./write-pages.ts";
import { writeWorker } from "./write-worker.ts";

const ROOT = join(import.meta.dirname, "..");
const DIST = join(ROOT, "dist");
/** What is served; made aside and put here whole, so that a failed build leaves the last good one. */
const OUT = join(DIST, "web");
const NEXT = join(DIST, `next-${process.pid}`);
/** The page of all pieces, for development: beside what is served, so that no list of that names it. */
const DESIGN = join(DIST, "design");
const NEXT_DESIGN = join(DIST, `next-design-${process.pid}`);
const LAST = join(DIST, `last-${process.pid}`);
const PRERENDER = join(DIST, `prerender-${process.pid}`);

/**
 * Builds the browser's side into `dist/web`: the client, the prerendered public pages (listed in `web/pwa/pages.ts`), the empty
 * shell, in `built.json` what the server has to know of them, and last the service worker, which knows all of it, with the
 * compressed forms of all. The page of all pieces is built into `dist/design`. Does nothing when no source has changed since.
 */
export async function build(): Promise<void> {
  if (existsSync(OUT) && isBuilt()) return;
  // React and its router decide by this which of their forms they are, here and in what is built.
  process.env["NODE_ENV"] = "production";
  try {
    await bundle();
    await writePages(NEXT, join(PRERENDER, "prerender.js"));
    await writeWorker(NEXT);
    await writeCompressed(NEXT);
    swap(NEXT_DESIGN, DESIGN);
    swap(NEXT, OUT);
    markBuilt();
  } finally {
    for (const aside of [NEXT, NEXT_DESIGN, LAST, PRERENDER]) rmSync(aside, { recursive: true, force: true });
  }
}

/** Puts a folder in its place. An app that is running serves from there: it is changed for the new one, not taken away first. */
function swap(next: string, place: string): void {
  rmSync(LAST, { recursive: true, force: true });
  if (existsSync(place)) renameSync(place, LAST);
  renameSync(next, place);
}

/** Makes the client, and the script that draws its public pages here. */
async function bundle(): Promise<void> {
  const vite = await import("vite");
  const shared = { configFile: join(ROOT, "vite.config.ts"), logLevel: "warn" } as const;
  await vite.build({ ...shared, build: { outDir: NEXT } });
  const ssr = { outDir: PRERENDER, ssr: "pwa/prerender.tsx", manifest: false };
  await vite.build({ ...shared, publicDir: false, build: ssr });
  // The same page with another script in it: its theme is set, and its inline script allowed, as everywhere.
  const plugins = [swapScript("/main.tsx", "/design/main.tsx")];
  await vite.build({ ...shared, plugins, publicDir: false, build: { outDir: NEXT_DESIGN, assetsDir: "_design" } });
}

/** Has the page start from another script. */
const swapScript = (from: string, to: string): Plugin => ({
  name: "swap-script",
  transformIndexHtml: { order: "pre", handler: (html) => html.replace(`src="${from}"`, `src="${to}"`) },
});

if (import.meta.main) await build();
