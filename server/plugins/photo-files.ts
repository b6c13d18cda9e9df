import type { FastifyInstance } from "fastify";
import * as z from "zod";
import { PHOTO_SIZES } from "#server/adapters/photo-store.ts";
import type { Context } from "#server/context.ts";
import { showingOf } from "#server/modules/pictures/pictures.service.ts";

const address = z.object({
  key: z.string().regex(/^[0-9a-f]{32}$/),
  size: z.enum(PHOTO_SIZES),
  viewer: z.uuid(),
  until: z.string().max(20),
  signature: z.string().max(100),
});

const DAY_S = 24 * 60 * 60;

/** A member's photo is kept by the browser for a day; one of a conversation is asked for each time, since a match may end. */
const CACHING = {
  profile: `private, max-age=${DAY_S}, immutable`,
  chat: "private, no-cache",
};

/** Serves pictures to whoever has an address that was made for them, has not ended, and may still see what it shows. */
export function servePhotos(app: FastifyInstance, ctx: Context): void {
  app.get<{ Params: { key: string; file: string } }>("/photos/:key/:file", async (request, reply) => {
    const { key, file } = request.params;
    const size = file.replace(/\.webp$/, "");
    const asked = address.safeParse({ ...(request.query as object), key, size });
    const notThere = () => reply.status(404).type("text/plain").send("Not found");
    if (!asked.success || !ctx.photoAddresses.accepts(asked.data)) return notThere();
    const showing = await showingOf(ctx, key, asked.data.viewer);
    if (!showing) return notThere();
    // What a key names never changes.
    const etag = `"${key}-${asked.data.size}"`;
    reply.header("cache-control", CACHING[showing]).header("etag", etag);
    if (request.headers["if-none-match"] === etag) return reply.status(304).send();
    const photo = await ctx.photos.read(key, asked.data.size);
    if (!photo) return notThere();
    return reply.header("content-length", photo.bytes).type("image/webp").send(photo.stream);
  });
}
