import type { FastifyInstance } from "fastify";
import * as z from "zod";
import { PHOTO_SIZES, type PhotoFile, type PhotoSize, type PhotoStore } from "#server/adapters/photo-store.ts";
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

/** The files that answer for a size; the first one that exists does. */
const CANDIDATES: Record<PhotoSize, readonly PhotoFile[]> = {
  full: ["full.webp"],
  medium: ["medium.avif", "medium.webp", "full.webp"],
  thumb: ["thumb.webp"],
};
const isAvif = (file: PhotoFile): boolean => file.endsWith(".avif");

async function openFirst(photos: PhotoStore, key: string, files: readonly PhotoFile[]) {
  for (const file of files) {
    const stored = await photos.read(key, file);
    if (stored) return { file, ...stored };
  }
  return undefined;
}

/**
 * Serves an image if its signed URL is valid and the viewer may still see it: as AVIF to clients that accept it, if
 * there is one, else as WebP.
 */
export function registerPhotoFiles(app: FastifyInstance, ctx: Context, checks: RateChecks): void {
  const url = "/photos/:key/:size";
  app.get<{ Params: { key: string; size: string } }>(
    url,
    { onRequest: checks.photoNetwork },
    async (request, reply) => {
      const { key, size } = request.params;
      const parsed = signedUrl.safeParse({ ...(request.query as object), key, size });
      const notFound = () => reply.status(404).type("text/plain").send("Not found");
      if (!parsed.success || !ctx.photoUrls.accepts(parsed.data)) return notFound();
      await checks.photoViewer(request);
      const context = await findViewableContext(ctx.db, key, parsed.data.viewer);
      if (!context) return notFound();
      const candidates = CANDIDATES[parsed.data.size];
      const acceptsAvif = request.headers.accept?.includes("image/avif");
      const accepted = acceptsAvif ? candidates : candidates.filter((one) => !isAvif(one));
      const found = await openFirst(ctx.photos, key, accepted);
      if (!found) return notFound();
      const { file, bytes, stream } = found;
      // Images are immutable.
      const etag = `"${key}-${file}"`;
      reply.header("cache-control", CACHING[context]).header("etag", etag);
      // The other sizes have one format. With `Vary`, the offline cache's requests would miss the copies that pages loaded.
      if (candidates.some(isAvif)) reply.header("vary", "Accept");
      if (request.headers["if-none-match"] === etag) {
        stream.destroy();
        return reply.status(304).send();
      }
      return reply
        .header("content-length", bytes)
        .type(isAvif(file) ? "image/avif" : "image/webp")
        .send(stream);
    },
  );
}
