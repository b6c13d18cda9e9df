import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import fastifyStatic from "@fastify/static";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { DAY_MS } from "#contract/durations.ts";
import { ERRORS } from "#contract/errors.ts";
import { routePattern } from "#contract/route-pattern.ts";
import type { Config } from "#server/config.ts";
import type { Context } from "#server/context.ts";
import { escapeHtml } from "#server/platform/email/email-layout.ts";
import { site } from "#site";

/** The response of unknown paths under `/api`. */
export const notFound = { success: false, message: ERRORS.not_found, code: "not_found" } as const;

const isApiPath = (path: string): boolean => path.startsWith("/api/") || path === "/api";

/**
 * Empty or dot segments, backslashes, fragments, and escapes of characters that need none make a path another spelling.
 */
const NOT_NORMAL = /\/\/|\/\.{1,2}(?:\/|$)|[\\#]|%(?:2[def]|3\d|[46][1-9a-f]|[57][\da]|5[cf]|7e)/i;

/**
 * A path that is not in normal form, such as `/%6detrics` and `//metrics`, gets a 404: a proxy that restricts a path
 * compares it as it is sent, while the router would decode it. So does one that cannot be decoded, such as `/50%`.
 */
export function normalUrl(url: string): string {
  const [path = ""] = url.split("?");
  try {
    decodeURI(path);
    if (!NOT_NORMAL.test(path)) return url;
  } catch {
    // It gets the same answer.
  }
  return isApiPath(path) ? "/api/unreadable" : "/unreadable";
}

const root = join(import.meta.dirname, "../../../dist/web");

/** The manifest that `scripts/prerender-pages.ts` writes. */
export interface BuiltSite {
  /** A placeholder in the pages for the site's base URL. */
  readonly origin: string;
  /** Hashes such as `sha256-…`. */
  readonly inlineScripts: readonly string[];
  readonly pages: Readonly<Record<string, string>>;
  /** Files of the app shells by route, such as `/profile/:userId`. The first route that matches a path applies. */
  readonly screens: Readonly<Record<string, string>>;
  readonly notFound: string;
}

const NOTHING: BuiltSite = { origin: "", inlineScripts: [], pages: {}, screens: {}, notFound: "" };

/** Empty if there is no build. */
export function readBuiltSite(): BuiltSite {
  const file = join(root, "built.json");
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as BuiltSite) : NOTHING;
}

/** Undefined if there is no build. */
export function findFont(name: string): string | undefined {
  const folder = join(root, "assets");
  const files = existsSync(folder) ? readdirSync(folder) : [];
  const file = files.find((one) => one.startsWith(name) && one.endsWith(".woff2"));
  return file && `/assets/${file}`;
}

interface Page {
  readonly changedAt: number;
  readonly html: string;
  readonly etag: string;
}

/** The site's base URL never depends on the request's Host header. */
function createPageReader(built: BuiltSite, site: () => string): (file: string) => Promise<Page> {
  const cache = new Map<string, Page>();
  return async (file) => {
    const path = join(root, file);
    const { mtimeMs: changedAt } = await stat(path);
    const known = cache.get(file);
    if (known?.changedAt === changedAt) return known;
    const html = (await readFile(path, "utf8")).replaceAll(built.origin, escapeHtml(site()));
    const etag = `W/"${createHash("sha256").update(html).digest("base64url").slice(0, 22)}"`;
    const page = { changedAt, html, etag };
    cache.set(file, page);
    return page;
  };
}

const sitemap = (urls: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls
    .map((url) => `<url><loc>${escapeHtml(url)}</loc></url>`)
    .join("\n")}\n</urlset>\n`;

/** Options for files with a hash in their name: cached for a year without revalidation, so without an ETag. */
const IMMUTABLE = {
  maxAge: 365 * DAY_MS,
  immutable: true,
  etag: false,
  lastModified: false,
  acceptRanges: false,
};

/**
 * How often a request for a file of another version is sent on to the other processes, and after how many milliseconds.
 * Browsers follow twenty redirects.
 */
const TRIES_MAX = 18;
const TRY_AGAIN_MS = 250;

/**
 * Answers a request for a hashed file that this process does not have. While several processes are replaced one after
 * another, the page may come from a new one and the request for its script reach an old one. The redirect leads to the same
 * file by a new connection, so that the load balancer may choose another process. No cache may keep either answer.
 * @param isAlone whether there are no other processes
 */
async function sendMissingAsset(request: FastifyRequest, reply: FastifyReply, isAlone: boolean): Promise<FastifyReply> {
  const [path = "", query = ""] = request.url.split("?");
  const tries = Number(/^try=(\d{1,2})$/.exec(query)?.[1] ?? 0);
  reply.header("cache-control", "no-store");
  if (isAlone || tries >= TRIES_MAX || !/^\/assets\/[\w-][\w.-]*$/.test(path))
    return reply.status(404).type("text/plain; charset=utf-8").send("Not found");
  await pause(TRY_AGAIN_MS);
  if (request.raw.httpVersionMajor === 1) reply.header("connection", "close");
  return reply.redirect(`${path}?try=${tries + 1}`, 307);
}

/** A missing file gets a plain 404, never a page. */
export async function registerStaticPages(app: FastifyInstance, ctx: Context, built: BuiltSite): Promise<void> {
  const readPage = createPageReader(built, ctx.site);
  const pages = Object.keys(built.pages);
  const screens = Object.entries(built.screens)
    .map(([screen, file]) => ({ matcher: routePattern(screen), file }))
    // A route with prerendered pages, such as that of articles, has no other pages.
    .map((screen) => ({ ...screen, status: pages.some((page) => screen.matcher.test(page)) ? 404 : 200 }));

  const send = async (request: FastifyRequest, reply: FastifyReply, file: string): Promise<FastifyReply> => {
    const { html, etag } = await readPage(file);
    // Also for a 304, which then has the security headers of a document.
    reply.type("text/html; charset=utf-8").header("cache-control", "no-cache").header("etag", etag);
    const known = request.headers["if-none-match"]?.split(",").map((tag) => tag.trim());
    if (known?.includes(etag) && reply.statusCode === 200) return reply.status(304).send();
    return reply.send(html);
  };

  await app.register(async (scope) => {
    // @fastify/static throws for paths such as `//terms`.
    scope.setErrorHandler<FastifyError>((error, _request, reply) => {
      if ((error.statusCode ?? 500) >= 500) throw error;
      reply.callNotFound();
    });
    const options = {
      index: false as const,
      redirect: false,
      decorateReply: false,
      // By `scripts/precompress.ts`.
      preCompressed: true,
      // Pages are served without `.html`, and compressed files only in place of the original.
      allowedPath: (path: string) => !/\.(?:html|br|gz)$|\/$/.test(path) && path !== "/built.json",
    };
    await scope.register(fastifyStatic, { ...options, ...IMMUTABLE, root: join(root, "assets"), prefix: "/assets/" });
    await scope.register(fastifyStatic, {
      ...options,
      root,
      acceptRanges: false,
      lastModified: false,
      cacheControl: false,
      setHeaders: (response) => response.header("cache-control", "no-cache"),
    });
  });
  for (const [path, file] of Object.entries(built.pages)) app.get(path, (request, reply) => send(request, reply, file));

  app.get("/robots.txt", async (_request, reply) =>
    reply
      .type("text/plain; charset=utf-8")
      .send(`User-agent: *\nDisallow: /api/\nDisallow: /photos/\n\nSitemap: ${ctx.site()}/sitemap.xml\n`),
  );
  app.get("/sitemap.xml", async (_request, reply) =>
    reply.type("application/xml; charset=utf-8").send(sitemap(pages.map((path) => ctx.site() + path))),
  );

  app.setNotFoundHandler(async (request, reply) => {
    const [path = "", query] = request.url.split("?");
    if (isApiPath(path)) return reply.status(404).send(notFound);
    const plain = () => reply.status(404).type("text/plain; charset=utf-8").send("Not found");
    if (request.method !== "GET" && request.method !== "HEAD") return plain();
    if (/^\/assets\/./.test(path)) return sendMissingAsset(request, reply, ctx.config.databaseUrl === undefined);
    // Redirects only to listed pages, never to user input. The lookbehind prevents quadratic backtracking.
    const page = path.toLowerCase().replace(/(?<!\/)\/+$/, "");
    if (Object.hasOwn(built.pages, page)) return reply.redirect(query === undefined ? page : `${page}?${query}`, 301);
    const screen = screens.find(({ matcher }) => matcher.test(path));
    if (screen) return send(request, reply.status(screen.status).header("x-robots-tag", "noindex"), screen.file);
    if (built.notFound === "" || /\.\w+$/.test(path)) return plain();
    return send(request, reply.status(404), built.notFound);
  });
}

/** RFC 9116 recommends less than a year. The text is generated per request, so it never expires. */
const SECURITY_TXT_VALID_MS = 180 * DAY_MS;

/** Serves `/.well-known/security.txt` (RFC 9116): where to report a vulnerability. */
export function serveSecurityTxt(app: FastifyInstance, ctx: Context): void {
  app.get("/.well-known/security.txt", async (_request, reply) => {
    const lines = [
      `Contact: mailto:${site.securityEmail || site.supportEmail}`,
      `Contact: ${ctx.site()}/contact`,
      `Expires: ${new Date(ctx.now().getTime() + SECURITY_TXT_VALID_MS).toISOString()}`,
      "Preferred-Languages: en",
      `Canonical: ${ctx.site()}/.well-known/security.txt`,
    ];
    return reply.type("text/plain; charset=utf-8").send(`${lines.join("\n")}\n`);
  });
}

const galleryRoot = join(import.meta.dirname, "../../../dist/design");
const galleryPage = join(galleryRoot, "index.html");

/** Serves the component gallery at `/_design`, except in production. */
export async function serveComponentGallery(
  app: FastifyInstance,
  { production }: Pick<Config, "production">,
): Promise<void> {
  if (production || !existsSync(galleryPage)) return;
  app.get("/_design", async (_request, reply) =>
    reply
      .header("cache-control", "no-cache")
      .header("x-robots-tag", "noindex")
      .type("text/html; charset=utf-8")
      .send(await readFile(galleryPage, "utf8")),
  );
  await app.register(fastifyStatic, {
    root: join(galleryRoot, "_design"),
    prefix: "/_design/",
    decorateReply: false,
    index: false,
    ...IMMUTABLE,
  });
}
