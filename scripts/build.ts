import { existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import { writeConsoleWorker, writeServiceWorker } from "./build-service-worker.ts";
import { isBuilt, markBuilt } from "./build-stamp.ts";
import { writeCompressed } from "./precompress.ts";
import { writePages } from "./prerender-pages.ts";

const ROOT = join(import.meta.dirname, "..");
const DIST = join(ROOT, "dist");
/** The served folder. A build replaces it at the end, so a failed build leaves the previous one. */
const OUT = join(DIST, "web");
const NEXT = join(DIST, `next-${process.pid}`);
/** The component gallery, for development. Outside the served folder, so that it is in no sitemap or precache list. */
const DESIGN = join(DIST, "design");
const NEXT_DESIGN = join(DIST, `next-design-${process.pid}`);
/** The moderation console, which `server/domains/moderation/console/console-app.ts` serves. */
const CONSOLE = join(DIST, "console");
const NEXT_CONSOLE = join(DIST, `next-console-${process.pid}`);
const LAST = join(DIST, `last-${process.pid}`);
const PRERENDER = join(DIST, `prerender-${process.pid}`);

/**
 * The client, the prerendered public pages (`web/pwa/pages.ts`), the app shell, `built.json` for the server, the
 * service worker and compressed copies go to `dist/web`, the component gallery to `dist/design`, the moderation console
 * to `dist/console`. Does nothing if no source has changed since the last build.
 */
export async function build(): Promise<void> {
  if (existsSync(OUT) && isBuilt()) return;
  // Selects the production builds of React and its router, also for prerendering.
  process.env["NODE_ENV"] = "production";
  try {
    await bundle();
    await writePages(NEXT, join(PRERENDER, "prerender.js"));
    await writeServiceWorker(NEXT);
    await writeConsoleWorker(NEXT_CONSOLE);
    await writeCompressed(NEXT);
    await writeCompressed(NEXT_CONSOLE);
    replaceFolder(NEXT_DESIGN, DESIGN);
    replaceFolder(NEXT_CONSOLE, CONSOLE);
    replaceFolder(NEXT, OUT);
    markBuilt();
  } finally {
    for (const folder of [NEXT, NEXT_DESIGN, NEXT_CONSOLE, LAST, PRERENDER])
      rmSync(folder, { recursive: true, force: true });
  }
}

/** By two renames, because a running app may be serving from the folder. */
function replaceFolder(next: string, target: string): void {
  rmSync(LAST, { recursive: true, force: true });
  if (existsSync(target)) renameSync(target, LAST);
  renameSync(next, target);
}

async function bundle(): Promise<void> {
  const vite = await import("vite");
  const shared = { configFile: join(ROOT, "vite.config.ts"), logLevel: "warn" } as const;
  await vite.build({ ...shared, build: { outDir: NEXT } });
  const ssr = { outDir: PRERENDER, ssr: "pwa/prerender.tsx", manifest: false };
  await vite.build({ ...shared, publicDir: false, build: ssr });
  // The same HTML with another script, so that the theme's inline script and its CSP hash apply.
  const plugins = [replaceScript("/main.tsx", "/design/main.tsx")];
  await vite.build({ ...shared, plugins, publicDir: false, build: { outDir: NEXT_DESIGN, assetsDir: "_design" } });
  const configFile = join(ROOT, "vite.console.config.ts");
  await vite.build({ configFile, logLevel: "warn", build: { outDir: NEXT_CONSOLE } });
}

const replaceScript = (from: string, to: string): Plugin => ({
  name: "swap-script",
  transformIndexHtml: { order: "pre", handler: (html) => html.replace(`src="${from}"`, `src="${to}"`) },
});

if (import.meta.main) await build();
