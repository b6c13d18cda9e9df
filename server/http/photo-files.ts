import type { FastifyInstance } from "fastify";
import * as z from "zod";
import { PHOTO_SIZES } from "#server/adapters/photo-store.ts";
import type { Context } from "#server/context.ts";
import type { RateChecks } from "#server/http/rate-limit.ts";
import { showingOf } from "#server/modules/photos/photos.service.ts";

const address = z.object({
  key: z.string().regex(/^[0-9a-f]{32}$/),
  size: z.enum(PHOTO_SIZES),
  viewer: z.uuid(),
  until: z.string().max(20),
  signature: z.string().max(100),
});

/**
 * A member's photo is kept by the browser for some minutes, so that going back and forth fetches nothing: a block, a hidden
 * profile or the end of a login take effect soon. One of a conversation is asked for each time, since a match may end. What
 * has not changed is answered with 304.
 */
const PROFILE_PHOTO_S = 5 * 60;
const CACHING = {
  profile: `private, max-age=${PROFILE_PHOTO_S}`,
  chat: "private, no-cache",
};

/** Serves pictures to whoever has an address that was made for them, has not ended, and may still see what it shows. */
export function servePhotos(app: FastifyInstance, ctx: Context, checks: RateChecks): void {
  const url = "/photos/:key/:file";
  app.get<{ Params: { key: string; file: string } }>(
    url,
    { onRequest: checks.photoNetwork },
    async (request, reply) => {
      const { key, file } = request.params;
      const size = file.replace(/\.webp$/, "");
      const asked = address.safeParse({ ...(request.query as object), key, size });
      const notThere = () => reply.status(404).type("text/plain").send("Not found");
      if (!asked.success || !ctx.photoUrls.accepts(asked.data)) return notThere();
      await checks.photoViewer(request);
      const showing = await showingOf(ctx, key, asked.data.viewer);
      if (!showing) return notThere();
      // What a key names never changes.
      const etag = `"${key}-${asked.data.size}"`;
      reply.header("cache-control", CACHING[showing]).header("etag", etag);
      if (request.headers["if-none-match"] === etag) return reply.status(304).send();
      const photo = await ctx.photos.read(key, asked.data.size);
      if (!photo) return notThere();
      return reply.header("content-length", photo.bytes).type("image/webp").send(photo.stream);
    },
  );
}
