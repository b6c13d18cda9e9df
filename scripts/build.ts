import { createHash } from "node:crypto";
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Manifest, ManifestChunk } from "vite";
import { isBuilt, markBuilt } from "./build-stamp.ts";

const ROOT = join(import.meta.dirname, "..");
const DIST = join(ROOT, "dist");
/** What is served; made aside and put here whole, so that a failed build leaves the last good one. */
const OUT = join(DIST, "web");
const NEXT = join(DIST, `next-${process.pid}`);
const LAST = join(DIST, `last-${process.pid}`);
const PRERENDER = join(DIST, `prerender-${process.pid}`);

/** Public pages, and the file under `dist/web` that each is served from. Their full text is in the HTML. */
const PAGES = [{ path: "/", route: "routes/landing.tsx", file: "index.html" }] as const;

/** Every other address starts from this empty page. */
const SHELL = "shell.html";

/**
 * Builds the browser's side into `dist/web`: the client, the prerendered public pages, `shell.html`, and in `csp.json`
 * the SHA-256 sources of the inline scripts. Does nothing when no source has changed since.
 */
export async function build(): Promise<void> {
  if (existsSync(OUT) && isBuilt()) return;
  // React and its router decide by this which of their forms they are, here and in what is built.
  process.env["NODE_ENV"] = "production";
  try {
    await bundle();
    await writePages();
    rmSync(join(NEXT, ".vite"), { recursive: true });
    // An app that is running serves from the folder: it is changed for the new one, not taken away first.
    if (existsSync(OUT)) renameSync(OUT, LAST);
    renameSync(NEXT, OUT);
    markBuilt();
  } finally {
    for (const aside of [NEXT, LAST, PRERENDER]) rmSync(aside, { recursive: true, force: true });
  }
}

/** Makes the client, and the script that draws its public pages here. */
async function bundle(): Promise<void> {
  const vite = await import("vite");
  const shared = { configFile: join(ROOT, "vite.config.ts"), logLevel: "warn" } as const;
  await vite.build({ ...shared, build: { outDir: NEXT } });
  const ssr = { outDir: PRERENDER, ssr: "pwa/prerender.tsx", manifest: false };
  await vite.build({ ...shared, publicDir: false, build: ssr });
}

async function writePages(): Promise<void> {
  const manifest = JSON.parse(readFileSync(join(NEXT, ".vite/manifest.json"), "utf8")) as Manifest;
  const { render } = (await import(pathToFileURL(join(PRERENDER, "prerender.js")).href)) as {
    render: (path: string) => Promise<{ head: string; body: string }>;
  };
  const built = readFileSync(join(NEXT, "index.html"), "utf8");
  const template = put(built, "</head>", `${fontLinks(manifest)}</head>`);
  writeFileSync(join(NEXT, SHELL), template.replace("<!--page-->", ""));
  for (const { path, route, file } of PAGES) {
    const { head, body } = await render(path);
    const titled = head.includes("<title>") ? template.replace(/<title>.*?<\/title>/, "") : template;
    const page = put(titled, "</head>", `${styleLinks(manifest, route)}${head}</head>`);
    writeFileSync(join(NEXT, file), put(page, "<!--page-->", body));
  }
  const scripts = [...template.matchAll(/<script>([\s\S]*?)<\/script>/g)];
  const sources = scripts.map(([, code = ""]) => `sha256-${createHash("sha256").update(code).digest("base64")}`);
  writeFileSync(join(NEXT, "csp.json"), JSON.stringify(sources));
}

/** Replaces one place, which has to be there; the text is taken as it is, dollar signs included. */
function put(html: string, place: string, text: string): string {
  if (!html.includes(place)) throw new Error(`The built page has no ${place}`);
  return html.replace(place, () => text);
}

const fontLinks = (manifest: Manifest): string =>
  Object.values(manifest)
    .filter(({ file }) => file.endsWith(".woff2"))
    .map(({ file }) => `<link rel="preload" href="/${file}" as="font" type="font/woff2" crossorigin>`)
    .join("");

/** The styles of a page's lazy part: they have to be there before its text. */
function styleLinks(manifest: Manifest, route: string): string {
  const main = new Set(withImports(manifest, chunkOf(manifest, "index.html")));
  const parts = withImports(manifest, chunkOf(manifest, route)).filter((chunk) => !main.has(chunk));
  const styles = new Set(parts.flatMap(({ css = [] }) => css));
  return [...styles].map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`).join("");
}

function chunkOf(manifest: Manifest, name: string): ManifestChunk {
  const chunk = manifest[name];
  if (!chunk) throw new Error(`The build has no ${name}`);
  return chunk;
}

/** A chunk after all that it imports, each once, as their styles have to come. */
function withImports(manifest: Manifest, chunk: ManifestChunk, found = new Set<ManifestChunk>()): ManifestChunk[] {
  for (const name of chunk.imports ?? []) {
    const next = chunkOf(manifest, name);
    if (!found.has(next)) withImports(manifest, next, found);
  }
  found.add(chunk);
  return [...found];
}

if (import.meta.main) await build();
