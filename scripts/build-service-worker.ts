import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";

const ROOT = join(import.meta.dirname, "..");

/** For screens without a shell of their own. */
const SHELL_FILE = "shell.html";

/** Files that pages do not load: icons of the manifest, the social preview image, data for the server only. */
const NOT_CACHED = /^\/(shells\/|app\/|\.vite\/|share\.png$|csp\.json$|built\.json$)/;

/**
 * Images that the service worker caches when a page loads them. Never scripts or styles: after a deployment, a page of a
 * cached version could no longer load them.
 */
const CACHED_ON_USE = /^\/art\/(tour\/|chemistry|slot|strength)/;

/** Prerendered pages that are not cached. The app shell renders them from the scripts of the help center. */
const HELP_ARTICLES = /^\/help\//;

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath.slice(folder.length).replaceAll(sep, "/")}/${entry.name}`)
    .toSorted();
}

function listScreens(folder: string): { route: string; file: string; address: string }[] {
  const { screens } = JSON.parse(readFileSync(join(folder, "built.json"), "utf8")) as {
    screens: Record<string, string>;
  };
  return Object.entries(screens).map(([route, file]) => ({
    route,
    file,
    address: route.replace(/\/:\w+\?/, "").replaceAll(/:\w+/g, "0"),
  }));
}

/** With its precache list, and a version that is a hash of the content of all served files. */
export async function writeServiceWorker(folder: string): Promise<void> {
  const all = filesIn(folder).filter((file) => !NOT_CACHED.test(file));
  const hash = createHash("sha256");
  for (const file of all) hash.update(file).update(readFileSync(join(folder, file)));
  const pages = all
    .filter((file) => file.endsWith(".html") && !["/shell.html", "/404.html"].includes(file))
    .map((file) => (file === "/index.html" ? "/" : file.slice(0, -".html".length)))
    .filter((page) => !HELP_ARTICLES.test(page));
  // The scripts and styles that every screen needs come first.
  const first = readFileSync(join(folder, SHELL_FILE), "utf8").match(/\/assets\/[\w.-]+/g) ?? [];
  const files = new Set([...first, ...all.filter((file) => !file.endsWith(".html") && !CACHED_ON_USE.test(file))]);
  const screens = listScreens(folder);
  // `BuildManifest` of `web/worker/routing.ts`.
  const built = {
    version: hash.digest("hex").slice(0, 16),
    pages,
    screens: screens.filter(({ file }) => file !== SHELL_FILE).map(({ route, address }) => [route, address]),
    shell: screens.findLast(({ file, route }) => file === SHELL_FILE && !route.endsWith("?"))?.address,
    files: [...files],
    filesCachedOnUse: all.filter((file) => CACHED_ON_USE.test(file)),
  };

  await buildWorker(folder, "sw.ts", "sw.js", { BUILT: JSON.stringify(built) });
}

/** The console's worker shows alerts, and caches nothing. */
export const writeConsoleWorker = (folder: string): Promise<void> =>
  buildWorker(folder, "console-sw.ts", "moderation/sw.js");

async function buildWorker(
  folder: string,
  source: string,
  file: string,
  define: Record<string, string> = {},
): Promise<void> {
  const vite = await import("vite");
  await vite.build({
    configFile: false,
    root: join(ROOT, "web"),
    publicDir: false,
    logLevel: "warn",
    define,
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: "es2023",
      modulePreload: false,
      rolldownOptions: {
        input: join(ROOT, "web/worker", source),
        output: { format: "iife", entryFileNames: file },
      },
    },
  });
}
