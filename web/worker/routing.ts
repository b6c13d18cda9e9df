/** What the build says of itself: `scripts/build-service-worker.ts`. */
export interface BuildManifest {
  /** A hash of all that was built. */
  readonly version: string;
  /** The addresses of the prerendered pages. */
  readonly pages: readonly string[];
  /** An address that is answered with the empty page that every other screen starts from. */
  readonly shell: string;
  /** The addresses of everything that pages load. */
  readonly files: readonly string[];
}

/** How a request is answered: with a page or a file of this version, as a picture, or not by the worker at all. */
export type RequestTarget = { readonly page: string } | { readonly file: string } | "picture" | "network";

/** What is no screen of the app: the API and its page, events, pictures, what operators ask, and the page of all pieces. */
const NO_SCREEN = /^\/(api|socket\.io|photos|healthz|readyz|metrics|_design)(\/|$)/;

/**
 * Which way a request goes. Only what is asked for with GET from this origin is answered here, and nothing of the API is.
 * @param origin of the app
 */
export function resolveRequest(
  { method, mode, url }: Pick<Request, "method" | "mode" | "url">,
  origin: string,
  { pages, shell, files }: BuildManifest,
): RequestTarget {
  const { origin: asked, pathname } = new URL(url);
  if (method !== "GET" || asked !== origin) return "network";
  if (mode === "navigate") {
    if (NO_SCREEN.test(pathname) || /\.\w+$/.test(pathname)) return "network";
    const page = pathname === "/" ? pathname : pathname.toLowerCase().replace(/\/+$/, "");
    return { page: pages.includes(page) ? page : shell };
  }
  if (pathname.startsWith("/photos/")) return "picture";
  return files.includes(pathname) ? { file: pathname } : "network";
}

/** The parts that a page loads under names which say what they hold. */
export const listAssetPaths = (html: string): string[] => html.match(/\/assets\/[\w.-]+/g) ?? [];

/**
 * A page without its hints to load parts early, for being kept. In Chromium a part that a worker has answered before the page's
 * script asks for it does not go with that script: it is thrown away and loaded again. What is kept is at hand without hints.
 */
export const stripPreloadHints = (html: string): string => html.replaceAll(/<link rel="modulepreload"[^>]*>/g, "");
