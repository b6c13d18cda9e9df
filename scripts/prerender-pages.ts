import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Manifest, ManifestChunk } from "vite";
import type { AppShell, PublicPage } from "#web/pwa/pages.ts";
import { writeShareImage } from "./social-preview-image.ts";

/** The exports of `web/pwa/prerender.tsx`. */
interface Prerender {
  readonly ORIGIN: string;
  readonly PAGES: readonly PublicPage[];
  readonly APP_SHELLS: readonly AppShell[];
  readonly NOT_FOUND: PublicPage;
  readonly screens: readonly string[];
  render(path: string): Promise<{ head: string; body: string }>;
  renderShareImage(): string;
}

/** The page of all URLs that are not prerendered and have no shell of their own. */
const SHELL = "shell.html";
/** The folder of the app shells. It is not served. */
const SHELLS = "shells";
/** Loaded first by every page except the landing page. */
const SCREENS = "app/lazy-screens.ts";
/** Data of the build for the server. It is not served. */
const BUILD_DATA = "built.json";

const fileOf = (path: string): string => (path === "/" ? "index.html" : `${path.slice(1)}.html`);

/** Such as `shells/profile-userId.html` for `/profile/:userId`. */
const shellFileOf = (path: string): string =>
  `${SHELLS}/${path.slice(1).replaceAll(":", "").replaceAll("/", "-")}.html`;

/**
 * Writes the HTML files of a client build: the public pages with their text, the page for unknown URLs, the app shells
 * with the loading state of their screens, and `built.json`.
 * @param folder the client build with its manifest
 * @param script the built prerender script
 */
export async function writePages(folder: string, script: string): Promise<void> {
  const manifest = JSON.parse(readFileSync(join(folder, ".vite/manifest.json"), "utf8")) as Manifest;
  const prerender = (await import(pathToFileURL(script).href)) as Prerender;
  const template = readFileSync(join(folder, "index.html"), "utf8").replaceAll(STYLE_LINK, "");
  const styles = (routes: readonly string[]) => inlineStyles(folder, listStyles(manifest, ["index.html", ...routes]));
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };

  const preload = preloadLinks(manifest, [SCREENS]);
  write(SHELL, insertAt(template, "</head>", `${preload}${styles([])}</head>`).replace("<!--page-->", ""));
  for (const shell of prerender.APP_SHELLS) {
    const { head, body } = await prerender.render(shell.path.replaceAll(/:\w+/g, "0"));
    const chunks = [SCREENS, shell.route];
    const page = insertAt(
      template.replace(/<title>.*?<\/title>/, ""),
      "</head>",
      `${head}${preloadLinks(manifest, chunks)}${styles(chunks)}</head>`,
    );
    write(shellFileOf(shell.path), insertAt(page, "<!--page-->", body).replace("<html", `<html${shellData(shell)}`));
  }
  for (const { path, route } of [...prerender.PAGES, prerender.NOT_FOUND]) {
    const { head, body } = await prerender.render(path);
    if (!head.includes("<title>")) throw new Error(`${path} has no title`);
    const untitled = template.replace(/<title>.*?<\/title>/, "");
    const page = insertAt(
      untitled,
      "</head>",
      `${head}${path === "/" ? "" : preload}${fontLinks(manifest)}${styles([route])}</head>`,
    );
    write(fileOf(path), insertAt(page, "<!--page-->", body));
  }
  await writeShareImage(prerender.renderShareImage(), wordmarkIn(template), join(folder, "share.png"));

  const scripts = [...template.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, code = ""]) => code);
  const inlineScripts = scripts.map((code) => `sha256-${createHash("sha256").update(code).digest("base64")}`);
  const pages = Object.fromEntries(prerender.PAGES.map(({ path }) => [path, fileOf(path)]));
  const shells = Object.fromEntries(prerender.APP_SHELLS.map(({ path }) => [path, shellFileOf(path)]));
  // The shells of single settings tabs are no routes. They precede the route with the tab as a parameter.
  const tabs = Object.entries(shells).filter(([path]) => !prerender.screens.includes(path));
  const routes = prerender.screens.filter((screen) => !Object.hasOwn(pages, screen));
  const screens = Object.fromEntries([...tabs, ...routes.map((screen) => [screen, shells[screen] ?? SHELL])]);
  const notFound = fileOf(prerender.NOT_FOUND.path);
  write(BUILD_DATA, JSON.stringify({ origin: prerender.ORIGIN, inlineScripts, pages, screens, notFound }));
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

const STYLE_LINK = /<link rel="stylesheet"[^>]*>/g;

/** The stylesheets of modules and of all their imports, in the order in which they must apply. */
function listStyles(manifest: Manifest, names: readonly string[]): string[] {
  const chunks = new Set<ManifestChunk>();
  for (const name of names) withImports(manifest, chunkOf(manifest, name), chunks);
  return [...new Set([...chunks].flatMap(({ css = [] }) => css))];
}

/**
 * Styles within the page, which save a round trip before the first paint. The disabled links load nothing: they tell
 * Vite's loader of lazy modules that the files are present.
 */
function inlineStyles(folder: string, files: readonly string[]): string {
  const css = files.map((file) => readFileSync(join(folder, file), "utf8").trim()).join("\n");
  const links = files.map((file) => `<link rel="stylesheet" disabled href="/${file}">`);
  return `<style>${css}</style>${links.join("")}`;
}

/** Loads scripts of a screen at once instead of when the router asks for them. */
function preloadLinks(manifest: Manifest, names: readonly string[]): string {
  const loaded = new Set(withImports(manifest, chunkOf(manifest, "index.html")));
  const chunks = new Set<ManifestChunk>();
  for (const name of names) withImports(manifest, chunkOf(manifest, name), chunks);
  return [...chunks]
    .filter((chunk) => !loaded.has(chunk))
    .map(({ file }) => `<link rel="modulepreload" crossorigin href="/${file}">`)
    .join("");
}

/** Data for the inline script of `index.html`. */
function shellData({ calls, photoSizes }: AppShell): string {
  const sizes = photoSizes === undefined ? "" : ` data-photo-sizes="${photoSizes}"`;
  return ` data-frame data-calls="${calls.join(" ")}"${sizes}`;
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
