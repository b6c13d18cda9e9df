import type { FastifyInstance } from "fastify";
import * as z from "zod";
import { PHOTO_SIZES } from "#server/adapters/photo-store.ts";
import type { Context } from "#server/context.ts";
import type { RateChecks } from "#server/http/rate-limit.ts";
import { findViewableContext } from "#server/modules/photos/photos.queries.ts";

const signedUrl = z.object({
  key: z.string().regex(/^[0-9a-f]{32}$/),
  size: z.enum(PHOTO_SIZES),
  viewer: z.uuid(),
  until: z.string().max(20),
  signature: z.string().max(100),
});

/**
 * Profile photos are cached for minutes, so that navigation does not fetch them again while blocks and hidden profiles
 * still take effect soon. Attachments are revalidated each time, because a match may end.
 */
const PROFILE_PHOTO_S = 5 * 60;
const CACHING = {
  profile: `private, max-age=${PROFILE_PHOTO_S}`,
  chat: "private, no-cache",
};

/** Serves an image if its signed URL is valid and the viewer may still see it. */
export function registerPhotoFiles(app: FastifyInstance, ctx: Context, checks: RateChecks): void {
  const url = "/photos/:key/:file";
  app.get<{ Params: { key: string; file: string } }>(
    url,
    { onRequest: checks.photoNetwork },
    async (request, reply) => {
      const { key, file } = request.params;
      const size = file.replace(/\.webp$/, "");
      const parsed = signedUrl.safeParse({ ...(request.query as object), key, size });
      const notFound = () => reply.status(404).type("text/plain").send("Not found");
      if (!parsed.success || !ctx.photoUrls.accepts(parsed.data)) return notFound();
      await checks.photoViewer(request);
      const context = await findViewableContext(ctx.db, key, parsed.data.viewer);
      if (!context) return notFound();
      // Images are immutable.
      const etag = `"${key}-${parsed.data.size}"`;
      reply.header("cache-control", CACHING[context]).header("etag", etag);
      if (request.headers["if-none-match"] === etag) return reply.status(304).send();
      const photo = await ctx.photos.read(key, parsed.data.size);
      if (!photo) return notFound();
      return reply.header("content-length", photo.bytes).type("image/webp").send(photo.stream);
    },
  );
}
