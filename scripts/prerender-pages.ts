import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Manifest, ManifestChunk } from "vite";
import { writeShareImage } from "./social-preview-image.ts";

/** The exports of `web/pwa/prerender.tsx`. */
interface Prerender {
  readonly ORIGIN: string;
  readonly PAGES: readonly { readonly path: string; readonly route: string }[];
  readonly NOT_FOUND: { readonly path: string; readonly route: string };
  readonly screens: readonly string[];
  render(path: string): Promise<{ head: string; body: string }>;
  renderShareImage(): string;
}

/** The app shell: the page of all URLs that are not prerendered. */
const SHELL = "shell.html";
/** Loaded first by every page except the landing page. */
const SCREENS = "app/lazy-screens.ts";
/** Data of the build for the server. It is not served. */
const BUILD_DATA = "built.json";

const fileOf = (path: string): string => (path === "/" ? "index.html" : `${path.slice(1)}.html`);

/**
 * Writes the HTML files of a client build: the public pages with their text, the page for unknown URLs, the app shell,
 * and `built.json`.
 * @param folder the client build with its manifest
 * @param script the built prerender script
 */
export async function writePages(folder: string, script: string): Promise<void> {
  const manifest = JSON.parse(readFileSync(join(folder, ".vite/manifest.json"), "utf8")) as Manifest;
  const prerender = (await import(pathToFileURL(script).href)) as Prerender;
  const built = readFileSync(join(folder, "index.html"), "utf8");
  const template = insertAt(built, "</head>", `${fontLinks(manifest)}</head>`);
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };

  const preload = `<link rel="modulepreload" crossorigin href="/${chunkOf(manifest, SCREENS).file}">`;
  write(SHELL, insertAt(template, "</head>", `${preload}</head>`).replace("<!--page-->", ""));
  for (const { path, route } of [...prerender.PAGES, prerender.NOT_FOUND]) {
    const { head, body } = await prerender.render(path);
    if (!head.includes("<title>")) throw new Error(`${path} has no title`);
    const untitled = template.replace(/<title>.*?<\/title>/, "");
    const page = insertAt(
      untitled,
      "</head>",
      `${head}${path === "/" ? "" : preload}${styleLinks(manifest, route)}</head>`,
    );
    write(fileOf(path), insertAt(page, "<!--page-->", body));
  }
  await writeShareImage(prerender.renderShareImage(), wordmarkIn(template), join(folder, "share.png"));

  const scripts = [...template.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, code = ""]) => code);
  const inlineScripts = scripts.map((code) => `sha256-${createHash("sha256").update(code).digest("base64")}`);
  const pages = Object.fromEntries(prerender.PAGES.map(({ path }) => [path, fileOf(path)]));
  const others = { shell: SHELL, notFound: fileOf(prerender.NOT_FOUND.path) };
  write(
    BUILD_DATA,
    JSON.stringify({ origin: prerender.ORIGIN, inlineScripts, pages, screens: prerender.screens, ...others }),
  );
  rmSync(join(folder, ".vite"), { recursive: true });
}

/** Replaces a place in a template, which must exist. The text may contain dollar signs. */
function insertAt(html: string, marker: string, text: string): string {
  if (!html.includes(marker)) throw new Error(`The built page has no ${marker}`);
  return html.replace(marker, () => text);
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

/** Links the stylesheets of a page's lazy route, which must be present before its text. */
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

/** A chunk after all chunks it imports, each once: the order in which their styles must load. */
function withImports(manifest: Manifest, chunk: ManifestChunk, found = new Set<ManifestChunk>()): ManifestChunk[] {
  for (const name of chunk.imports ?? []) {
    const next = chunkOf(manifest, name);
    if (!found.has(next)) withImports(manifest, next, found);
  }
  found.add(chunk);
  return [...found];
}
