import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Manifest, ManifestChunk } from "vite";
import { assertLinks, readArticles } from "./help-articles.ts";
import { bundleInlineScript, FIRST_TEXT } from "./inline-script.ts";
import { writeShareImage } from "./social-preview-image.ts";

interface PublicPage {
  readonly path: string;
  readonly route: string;
}

/** As in `web/pwa/pages.ts`. */
interface AppShell extends PublicPage {
  readonly calls: readonly string[];
  readonly photo?: { readonly paths: readonly string[]; readonly sizes: string };
  readonly hasFirstText?: true;
}

interface Prerender {
  readonly ORIGIN: string;
  readonly PAGES: readonly PublicPage[];
  readonly APP_SHELLS: readonly AppShell[];
  readonly NOT_FOUND: PublicPage;
  readonly screens: readonly string[];
  render(path: string): Promise<{ head: string; body: string }>;
  renderShareImage(): string;
}

/** React and its router, in `vite.config.ts`. */
export const REACT_CHUNK = "react";

/** For all URLs that are not prerendered and have no shell of their own. */
const SHELL = "shell.html";
/** Not served. */
const SHELLS = "shells";
/** For the server. Not served. */
const BUILD_DATA = "built.json";

const fileOf = (path: string): string => (path === "/" ? "index.html" : `${path.slice(1)}.html`);

/** Such as `shells/profile-userId.html` for `/profile/:userId`. */
const shellFileOf = (path: string): string =>
  `${SHELLS}/${path.slice(1).replaceAll(":", "").replaceAll("/", "-")}.html`;

/**
 * Public pages with their text, the page for unknown URLs, and app shells with the loading state of their screens.
 * @param folder the client build with its manifest
 * @param script the built prerender script
 */
export async function writePages(folder: string, script: string): Promise<void> {
  const manifest = JSON.parse(readFileSync(join(folder, ".vite/manifest.json"), "utf8")) as Manifest;
  const prerender = (await import(pathToFileURL(script).href)) as Prerender;
  assertLinks(readArticles(), prerender.screens);
  const template = readFileSync(join(folder, "index.html"), "utf8").replaceAll(STYLE_LINK, "");
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  /** @param modules which the page loads besides the entry @param data for the inline script */
  const writePage = (
    file: string,
    { head, body, after = "" }: { head: string; body: string; after?: string },
    modules: { readonly styles: readonly string[]; readonly scripts: readonly string[] },
    data: Record<string, string | undefined> = {},
  ) => {
    const styles = listStyles(manifest, ["index.html", ...modules.styles]);
    const css = styles.map((style) => readFileSync(join(folder, style), "utf8").trim()).join("\n");
    const untitled = head.includes("<title>") ? template.replace(/<title>.*?<\/title>/, "") : template;
    const late = data["entry"] === undefined ? untitled : untitled.replace(ENTRY_SCRIPT, "");
    const page = insertAt(late, "</head>", `${head}<style>${css}</style></head>`);
    const all = { ...data, scripts: toUrls(listScripts(manifest, modules.scripts)), styles: toUrls(styles) };
    const complete = insertAt(insertAt(page, "<!--page-->", body), "</body>", `${after}</body>`);
    write(file, insertAt(complete, "<html", `<html${dataAttributes(all)}`));
  };

  writePage(SHELL, { head: "", body: "" }, { styles: [], scripts: [] });
  const react = reactScript(manifest);
  const firstText = `<script>${await bundleInlineScript(FIRST_TEXT)}</script>`;
  for (const { path, route, calls, photo, hasFirstText } of prerender.APP_SHELLS) {
    const { head, body } = await prerender.render(path.replaceAll(/:\w+/g, "0"));
    // The first text is behind the templates that it fills, and outside of what React replaces.
    const frame = { head, body, after: react + (hasFirstText ? firstText : "") };
    const modules = { styles: [route], scripts: [route] };
    writePage(shellFileOf(path), frame, modules, {
      frame: "",
      calls: calls.join(" "),
      photos: photo?.paths.join(" "),
      photoSizes: photo?.sizes,
    });
  }
  for (const { path, route } of [...prerender.PAGES, prerender.NOT_FOUND]) {
    const { head, body } = await prerender.render(path);
    if (!head.includes("<title>")) throw new Error(`${path} has no title`);
    // The landing page is in the HTML, so its own script is not loaded.
    const scripts = path === "/" ? [] : [route];
    const entry = `/${chunkOf(manifest, "index.html").file}`;
    writePage(fileOf(path), { head: head + fontLinks(manifest), body }, { styles: [route], scripts }, { entry });
  }
  await writeShareImage(prerender.renderShareImage(), wordmarkIn(template), join(folder, "share.png"));

  const scripts = [...(template + firstText).matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, code = ""]) => code);
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

/** The marker must exist. The text may contain dollar signs. */
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

/**
 * Runs React and its router in a task of their own once they have loaded, before the entry, which imports them. All in one
 * task would block a slow phone longer.
 */
function reactScript(manifest: Manifest): string {
  const { file } = Object.values(manifest).find(({ name }) => name === REACT_CHUNK) ?? {};
  if (file === undefined) throw new Error(`The build has no chunk ${REACT_CHUNK}`);
  return `<script type="module" async crossorigin src="/${file}"></script>`;
}

const ENTRY_SCRIPT = /<script type="module"[^>]*><\/script>/;
const STYLE_LINK = /<link rel="stylesheet"[^>]*>/g;

function withAllImports(manifest: Manifest, names: readonly string[]): Set<ManifestChunk> {
  const chunks = new Set<ManifestChunk>();
  for (const name of names) withImports(manifest, chunkOf(manifest, name), chunks);
  return chunks;
}

/**
 * With all imports, in the order in which they must apply. They are written into the page, which saves a round trip
 * before the first paint.
 */
const listStyles = (manifest: Manifest, names: readonly string[]): string[] => [
  ...new Set([...withAllImports(manifest, names)].flatMap(({ css = [] }) => css)),
];

/** Without the entry itself, which is in the template. */
const listScripts = (manifest: Manifest, names: readonly string[]): string[] =>
  [...withAllImports(manifest, ["index.html", ...names])].filter(({ isEntry }) => !isEntry).map(({ file }) => file);

const toUrls = (files: readonly string[]): string => files.map((file) => `/${file}`).join(" ");

/** Such as ` data-photo-sizes="92vw"`, for the inline script. */
const dataAttributes = (data: Readonly<Record<string, string | undefined>>): string =>
  Object.entries(data)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` data-${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}="${value}"`)
    .join("");

function chunkOf(manifest: Manifest, name: string): ManifestChunk {
  const chunk = manifest[name];
  if (!chunk) throw new Error(`The build has no ${name}`);
  return chunk;
}

/** Each once: the order in which their styles must load. */
function withImports(manifest: Manifest, chunk: ManifestChunk, found = new Set<ManifestChunk>()): ManifestChunk[] {
  for (const name of chunk.imports ?? []) {
    const next = chunkOf(manifest, name);
    if (!found.has(next)) withImports(manifest, next, found);
  }
  found.add(chunk);
  return [...found];
}
