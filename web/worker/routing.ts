import { routePattern } from "#contract/route-pattern.ts";
import { SERVER_PATHS } from "#contract/server-paths.ts";

/** Written by `scripts/build-service-worker.ts`. */
export interface BuildManifest {
  readonly version: string;
  /** Paths of prerendered pages. */
  readonly pages: readonly string[];
  /** Routes with the path of their app shell, in the order in which the server tries them. */
  readonly screens: readonly (readonly [route: string, shell: string])[];
  /** A path at which the server sends the empty page that all other screens start from. */
  readonly shell: string;
  /** Cached with the version, in this order. */
  readonly files: readonly string[];
  /** Images that the app can do without. */
  readonly filesCachedOnUse: readonly string[];
}

/** A request is answered by a page or a file of this version, the image handler, or the network. */
export type RequestTarget = { readonly page: string } | { readonly file: string } | "image" | "network";

const isServerPath = (path: string): boolean => SERVER_PATHS.some((segment) => segment === path.split("/")[1]);

/** Only GET requests to this origin are answered from the cache, and never those of the API. */
export function resolveRequest(
  { method, mode, url }: Pick<Request, "method" | "mode" | "url">,
  origin: string,
  { pages, screens, shell, files, filesCachedOnUse }: BuildManifest,
): RequestTarget {
  const { origin: target, pathname } = new URL(url);
  if (method !== "GET" || target !== origin) return "network";
  if (mode === "navigate") {
    if (isServerPath(pathname) || /\.\w+$/.test(pathname)) return "network";
    const page = pathname === "/" ? pathname : pathname.toLowerCase().replace(/\/+$/, "");
    if (pages.includes(page)) return { page };
    return { page: screens.find(([route]) => routePattern(route).test(page))?.[1] ?? shell };
  }
  if (pathname.startsWith("/photos/")) return "image";
  return files.includes(pathname) || filesCachedOnUse.includes(pathname) ? { file: pathname } : "network";
}

/** Rules of the browser itself for what the worker never answers. It does answer for `/photos` without a network. */
export const DIRECT_ROUTES = SERVER_PATHS.filter((segment) => segment !== "photos").map((segment) => ({
  condition: { urlPattern: `/${segment}/*` },
  source: "network",
}));

export const listAssetPaths = (html: string): string[] => html.match(/\/assets\/[\w.-]+/g) ?? [];
