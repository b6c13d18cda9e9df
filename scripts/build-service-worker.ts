import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";

const ROOT = join(import.meta.dirname, "..");

/** A URL that the server answers with the app shell. */
const SHELL = "/browse";

/** Files that pages do not load: icons of the manifest, the social preview image, data for the server only. */
const NOT_CACHED = /^\/(shells\/|app\/|\.vite\/|share\.png$|csp\.json$|built\.json$)/;

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath.slice(folder.length).replaceAll(sep, "/")}/${entry.name}`)
    .toSorted();
}

/**
 * Writes the service worker `sw.js` with its precache list: all served files, and a version that is a hash of their
 * content.
 */
export async function writeServiceWorker(folder: string): Promise<void> {
  const all = filesIn(folder).filter((file) => !NOT_CACHED.test(file));
  const hash = createHash("sha256");
  for (const file of all) hash.update(file).update(readFileSync(join(folder, file)));
  const pages = all
    .filter((file) => file.endsWith(".html") && !["/shell.html", "/404.html"].includes(file))
    .map((file) => (file === "/index.html" ? "/" : file.slice(0, -".html".length)));
  const files = all.filter((file) => !file.endsWith(".html"));
  const built = { version: hash.digest("hex").slice(0, 16), pages, shell: SHELL, files };

  const vite = await import("vite");
  await vite.build({
    configFile: false,
    root: join(ROOT, "web"),
    publicDir: false,
    logLevel: "warn",
    define: { BUILT: JSON.stringify(built) },
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: "es2023",
      modulePreload: false,
      rolldownOptions: {
        input: join(ROOT, "web/worker/sw.ts"),
        output: { format: "iife", entryFileNames: "sw.js" },
      },
    },
  });
}
