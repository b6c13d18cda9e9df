import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import type { Config } from "#server/config.ts";

const root = join(import.meta.dirname, "../../dist/design");
const page = join(root, "index.html");

/** Serves the component gallery at `/_design`, except in production. */
export async function serveComponentGallery(
  app: FastifyInstance,
  { production }: Pick<Config, "production">,
): Promise<void> {
  if (production || !existsSync(page)) return;
  app.get("/_design", async (_request, reply) =>
    reply
      .header("cache-control", "no-cache")
      .header("x-robots-tag", "noindex")
      .type("text/html; charset=utf-8")
      .send(await readFile(page, "utf8")),
  );
  await app.register(fastifyStatic, {
    root: join(root, "_design"),
    prefix: "/_design/",
    decorateReply: false,
    index: false,
    cacheControl: false,
    setHeaders: (response) => response.header("cache-control", "public, max-age=31536000, immutable"),
  });
}
