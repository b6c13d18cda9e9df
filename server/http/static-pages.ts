import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ERRORS } from "#contract/errors.ts";
import type { Context } from "#server/context.ts";
import { escapeMarkup } from "#server/lib/escape-html.ts";

/** What an unknown address under `/api` answers. */
export const notFound = { success: false, message: ERRORS.not_found, code: "not_found" } as const;

const isCall = (path: string): boolean => path.startsWith("/api/") || path === "/api";

/** What is routed in an address' place: one that cannot be decoded, such as `/50%`, leads nowhere like any other that does. */
export function readableUrl(url: string): string {
  const [path = ""] = url.split("?");
  try {
    decodeURI(path);
    return url;
  } catch {
    return isCall(path) ? "/api/unreadable" : "/unreadable";
  }
}

const root = join(import.meta.dirname, "../../dist/web");

/** What the build says of the browser's side: `scripts/write-pages.ts`. */
export interface Built {
  /** Stands in the pages for the address that people use. */
  readonly origin: string;
  /** The hashes of the inline scripts, as `sha256-…`. */
  readonly inlineScripts: readonly string[];
  /** The files of the public pages by their addresses. */
  readonly pages: Readonly<Record<string, string>>;
  /** Every address of the app, as `/profile/:userId`. */
  readonly screens: readonly string[];
  /** The files of an empty page to start from, and of the page for addresses that lead nowhere. */
  readonly shell: string;
  readonly notFound: string;
}

const NOTHING: Built = { origin: "", inlineScripts: [], pages: {}, screens: [], shell: "", notFound: "" };

/** Reads what the last build left; nothing where there was none. */
export function readBuilt(): Built {
  const file = join(root, "built.json");
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Built) : NOTHING;
}

interface Page {
  readonly changedAt: number;
  readonly html: string;
  readonly etag: string;
}

/** Reads pages with the site's own address put in. It is the operator's, or where this server listens; no request has a say in it. */
function pageReader(built: Built, site: () => string): (file: string) => Promise<Page> {
  const read = new Map<string, Page>();
  return async (file) => {
    const path = join(root, file);
    const { mtimeMs: changedAt } = await stat(path);
    const known = read.get(file);
    if (known?.changedAt === changedAt) return known;
    const html = (await readFile(path, "utf8")).replaceAll(built.origin, escapeMarkup(site()));
    // Weak: it is the same page compressed or not.
    const etag = `W/"${createHash("sha256").update(html).digest("base64url").slice(0, 22)}"`;
    const page = { changedAt, html, etag };
    read.set(file, page);
    return page;
  };
}

/** An address as the router takes it: upper or lower case, with a slash at its end or none, and with or without what ends in '?'. */
const matcherOf = (screen: string): RegExp => {
  const parts = screen.replace(/\/:\w+\?/g, "(?:/[^/]+)?").replace(/:\w+/g, "[^/]+");
  return new RegExp(`^${parts}/?$`, "i");
};

const sitemap = (urls: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls
    .map((url) => `<url><loc>${escapeMarkup(url)}</loc></url>`)
    .join("\n")}\n</urlset>\n`;

/**
 * Serves the browser's side: built files under names that never change what they hold, prerendered pages, the empty
 * shell for the app's own addresses, and a page that says so, with status 404, for every other. A missing file is a 404, never a page.
 */
export async function servePages(app: FastifyInstance, ctx: Context, built: Built): Promise<void> {
  const readPage = pageReader(built, ctx.site);
  const pages = Object.keys(built.pages);
  const screens = built.screens
    .filter((screen) => !Object.hasOwn(built.pages, screen))
    .map(matcherOf)
    // Where some addresses of a screen are pages all of them are, as with articles: another one leads nowhere.
    .map((matcher) => ({ matcher, status: pages.some((page) => matcher.test(page)) ? 404 : 200 }));

  const send = async (request: FastifyRequest, reply: FastifyReply, file: string): Promise<FastifyReply> => {
    const { html, etag } = await readPage(file);
    reply.header("cache-control", "no-cache").header("etag", etag);
    const known = request.headers["if-none-match"]?.split(",").map((tag) => tag.trim());
    if (known?.includes(etag) && reply.statusCode === 200) return reply.status(304).send();
    return reply.type("text/html; charset=utf-8").send(html);
  };

  await app.register(async (scope) => {
    // What is no address of a file, such as `//terms`, is refused with an error: it is one that leads nowhere.
    scope.setErrorHandler<FastifyError>((error, _request, reply) => {
      if ((error.statusCode ?? 500) >= 500) throw error;
      reply.callNotFound();
    });
    await scope.register(fastifyStatic, {
      root,
      index: false,
      redirect: false,
      // The build has compressed what can be: `scripts/write-compressed.ts`.
      preCompressed: true,
      // Pages have addresses without an ending, and what is compressed has that of what it holds.
      allowedPath: (path) => !/\.(?:html|br|gz)$|\/$/.test(path) && path !== "/built.json",
      setHeaders: (response, path) => {
        const forever = path.includes("/assets/");
        response.header("cache-control", forever ? "public, max-age=31536000, immutable" : "no-cache");
      },
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
    if (isCall(path)) return reply.status(404).send(notFound);
    const plain = () => reply.status(404).type("text/plain; charset=utf-8").send("Not found");
    if (request.method !== "GET" && request.method !== "HEAD") return plain();
    // Only ever to an address on the list, never to what was asked for. A run of slashes is looked at once, from its first.
    const page = path.toLowerCase().replace(/(?<!\/)\/+$/, "");
    if (Object.hasOwn(built.pages, page)) return reply.redirect(query === undefined ? page : `${page}?${query}`, 301);
    const screen = screens.find(({ matcher }) => matcher.test(path));
    if (screen) return send(request, reply.status(screen.status).header("x-robots-tag", "noindex"), built.shell);
    if (built.notFound === "" || /\.\w+$/.test(path)) return plain();
    return send(request, reply.status(404), built.notFound);
  });
}
