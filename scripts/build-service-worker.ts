import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";

const ROOT = join(import.meta.dirname, "..");

/** An address that the server answers with the empty page. */
const SHELL = "/browse";

/** What is there for others than pages: the manifest's pictures, the picture of shared addresses, what the server alone reads. */
const NOT_LOADED = /^\/(app\/|\.vite\/|share\.png$|csp\.json$|built\.json$)/;

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath.slice(folder.length).replaceAll(sep, "/")}/${entry.name}`)
    .toSorted();
}

/**
 * Writes `sw.js`, the service worker, into a folder with everything else that is served: it knows all of it by name, and
 * its version by a hash of what it holds.
 */
export async function writeWorker(folder: string): Promise<void> {
  const all = filesIn(folder).filter((file) => !NOT_LOADED.test(file));
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
