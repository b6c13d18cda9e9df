import type { FastifyInstance } from "fastify";
import * as z from "zod";
import { PHOTO_SIZES } from "#server/adapters/photo-store.ts";
import type { Context } from "#server/context.ts";

const address = z.object({
  key: z.string().regex(/^[0-9a-f]{32}$/),
  size: z.enum(PHOTO_SIZES),
  viewer: z.string().max(100),
  until: z.string().max(20),
  signature: z.string().max(100),
});

const DAY_S = 24 * 60 * 60;

/** Serves pictures to whoever has an address that was made for them and has not ended. */
export function servePhotos(app: FastifyInstance, ctx: Context): void {
  app.get<{ Params: { key: string; file: string } }>("/photos/:key/:file", async (request, reply) => {
    const { key, file } = request.params;
    const size = file.replace(/\.webp$/, "");
    const asked = address.safeParse({ ...(request.query as object), key, size });
    const notThere = () => reply.status(404).type("text/plain").send("Not found");
    if (!asked.success || !ctx.photoAddresses.accepts(asked.data)) return notThere();
    const photo = await ctx.photos.read(key, asked.data.size);
    if (!photo) return notThere();
    return reply
      .header("cache-control", `private, max-age=${DAY_S}, immutable`)
      .header("content-length", photo.bytes)
      .type("image/webp")
      .send(photo.stream);
  });
}
