import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Manifest, ManifestChunk } from "vite";
import { makeSharePicture } from "./social-preview-image.ts";

/** What the browser's side says of itself where it was built to be run here: see `web/pwa/prerender.tsx`. */
interface Prerender {
  readonly ORIGIN: string;
  readonly PAGES: readonly { readonly path: string; readonly route: string }[];
  readonly NOT_FOUND: { readonly path: string; readonly route: string };
  readonly screens: readonly string[];
  render(path: string): Promise<{ head: string; body: string }>;
  drawSharePicture(): string;
}

/** Every address that is not prerendered starts from this empty page. */
const SHELL = "shell.html";
/** What every page but the landing page loads first. */
const SCREENS = "app/lazy-screens.ts";
/** What the server has to know of what was built; it is not served. */
const BUILT = "built.json";

const fileOf = (path: string): string => (path === "/" ? "index.html" : `${path.slice(1)}.html`);

/**
 * Writes the HTML into a folder that Vite has built: the public pages with their text, the one for unknown addresses, the empty
 * shell, and `built.json`, which says what there is.
 * @param folder where the client is, with its manifest
 * @param script what draws the pages, as built for here
 */
export async function writePages(folder: string, script: string): Promise<void> {
  const manifest = JSON.parse(readFileSync(join(folder, ".vite/manifest.json"), "utf8")) as Manifest;
  const web = (await import(pathToFileURL(script).href)) as Prerender;
  const built = readFileSync(join(folder, "index.html"), "utf8");
  const template = put(built, "</head>", `${fontLinks(manifest)}</head>`);
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };

  const preload = `<link rel="modulepreload" crossorigin href="/${chunkOf(manifest, SCREENS).file}">`;
  write(SHELL, put(template, "</head>", `${preload}</head>`).replace("<!--page-->", ""));
  for (const { path, route } of [...web.PAGES, web.NOT_FOUND]) {
    const { head, body } = await web.render(path);
    if (!head.includes("<title>")) throw new Error(`${path} has no title`);
    const untitled = template.replace(/<title>.*?<\/title>/, "");
    const page = put(untitled, "</head>", `${head}${path === "/" ? "" : preload}${styleLinks(manifest, route)}</head>`);
    write(fileOf(path), put(page, "<!--page-->", body));
  }
  await makeSharePicture(web.drawSharePicture(), wordmarkIn(template), join(folder, "share.png"));

  const scripts = [...template.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, code = ""]) => code);
  const inlineScripts = scripts.map((code) => `sha256-${createHash("sha256").update(code).digest("base64")}`);
  const pages = Object.fromEntries(web.PAGES.map(({ path }) => [path, fileOf(path)]));
  const others = { shell: SHELL, notFound: fileOf(web.NOT_FOUND.path) };
  write(BUILT, JSON.stringify({ origin: web.ORIGIN, inlineScripts, pages, screens: web.screens, ...others }));
  rmSync(join(folder, ".vite"), { recursive: true });
}

/** Replaces one place, which has to be there; the text is taken as it is, dollar signs included. */
function put(html: string, place: string, text: string): string {
  if (!html.includes(place)) throw new Error(`The built page has no ${place}`);
  return html.replace(place, () => text);
}

function wordmarkIn(html: string): string {
  const [, symbols] = /<defs>(\s*<g id="wordmark">[\s\S]*?)<\/defs>/.exec(html) ?? [];
  if (!symbols) throw new Error("The built page has no wordmark");
  return symbols;
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
