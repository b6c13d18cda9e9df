import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { ERRORS } from "#contract/errors.ts";

/** What an unknown address under `/api` answers. */
export const notFound = { success: false, message: ERRORS.not_found, code: "not_found" } as const;

const root = join(import.meta.dirname, "../../dist/web");

/** The hashes of the inline scripts that the build put into the pages. */
export function readInlineScripts(): string[] {
  const file = join(root, "csp.json");
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as string[]) : [];
}

/**
 * Serves the browser's side: built files under names that never change what they hold, prerendered pages, and the empty
 * shell for every other address. A missing file is a 404, never a page.
 */
export async function servePages(app: FastifyInstance): Promise<void> {
  await app.register(fastifyStatic, {
    root,
    index: "index.html",
    redirect: false,
    setHeaders: (response, path) => {
      const forever = path.includes("/assets/");
      response.header("cache-control", forever ? "public, max-age=31536000, immutable" : "no-cache");
    },
  });
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split("?")[0] ?? "";
    if (path.startsWith("/api/") || path === "/api") {
      return reply.status(404).send(notFound);
    }
    const isPage = (request.method === "GET" || request.method === "HEAD") && !/\.\w+$/.test(path);
    if (!isPage) return reply.status(404).type("text/plain").send("Not found");
    return reply.header("cache-control", "no-cache").sendFile("shell.html");
  });
}
