import type { IncomingHttpHeaders } from "node:http";
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod";
import type { Context } from "#server/context.ts";
import { findViewableContext } from "#server/domains/members/photos/photos.queries.ts";
import type { ByteRange } from "#server/platform/adapters/photo-store.ts";
import {
  PHOTO_SIZES,
  type PhotoFile,
  type PhotoSize,
  type PhotoStore,
  RangeNotSatisfiableError,
  type StoredFile,
} from "#server/platform/adapters/photo-store.ts";
import type { RateChecks } from "#server/platform/http/rate-limit.ts";

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

/** The first one that exists answers. */
const CANDIDATES: Record<PhotoSize, readonly PhotoFile[]> = {
  full: ["full.webp"],
  medium: ["medium.avif", "medium.webp", "full.webp"],
  thumb: ["thumb.webp"],
};
const isAvif = (file: PhotoFile): boolean => file.endsWith(".avif");
/** Images are immutable. */
const etagOf = (key: string, file: PhotoFile): string => `"${key}-${file}"`;

/** Images whose answering file is remembered; 10,000 take 2 MB. */
const REMEMBERED_MAX = 10_000;

/**
 * The conditions of requests for files that never change (RFC 9110, sections 13 and 14). They have strong ETags and no
 * dates, so `If-Modified-Since` and dates in `If-Range` do not apply.
 */

/** The ETags of `If-None-Match`. A weak one is as good as a strong one there. */
const listEtags = ({ "if-none-match": text = "" }: IncomingHttpHeaders): string[] =>
  text.split(",").map((one) => one.trim().replace(/^W\//, ""));

/**
 * Undefined means the whole file, as for several ranges, another unit, a malformed header, or a part of another file.
 * @param etag of the file, in quotation marks
 */
function parseRange(headers: IncomingHttpHeaders, etag: string): ByteRange | undefined {
  const { range = "", "if-range": ifRange } = headers;
  if (ifRange !== undefined && ifRange !== etag) return undefined;
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range.trim()) ?? [];
  if (first === undefined || last === undefined || first + last === "") return undefined;
  if (first === "") return { suffix: Number(last) };
  if (last === "") return { first: Number(first) };
  return Number(last) < Number(first) ? undefined : { first: Number(first), last: Number(last) };
}

/**
 * Trying costs a request to the store for each missing file, so the answer is remembered: an image's files never
 * change.
 */
function createFileFinder(photos: PhotoStore, max = REMEMBERED_MAX) {
  const found = new Map<string, PhotoFile>();
  const remember = (name: string, file: PhotoFile) => {
    found.delete(name);
    found.set(name, file);
    const [oldest] = found.keys();
    if (found.size > max && oldest !== undefined) found.delete(oldest);
  };
  return async (key: string, files: readonly PhotoFile[], headers: FastifyRequest["headers"], isHead: boolean) => {
    const open = async (file: PhotoFile): Promise<StoredFile | undefined> => {
      if (!isHead) return photos.read(key, file, parseRange(headers, etagOf(key, file)));
      const total = await photos.find(key, file);
      return total === undefined ? undefined : { bytes: total, total, first: 0, stream: Readable.from([]) };
    };
    if (files.length === 1 && files[0]) {
      const stored = await open(files[0]);
      return stored && { file: files[0], ...stored };
    }
    const name = `${key} ${files[0]}`;
    const remembered = found.get(name);
    for (const file of remembered ? [remembered, ...files] : files) {
      const stored = await open(file);
      if (!stored) continue;
      remember(name, file);
      return { file, ...stored };
    }
    found.delete(name);
    return undefined;
  };
}

const notFound = (reply: FastifyReply) => reply.status(404).type("text/plain").send("Not found");

/** AVIF for clients that accept it, if there is one, else WebP. */
export function registerPhotoFiles(app: FastifyInstance, ctx: Context, checks: RateChecks): void {
  const url = "/photos/:key/:size";
  const findFile = createFileFinder(ctx.photos);
  app.get<{ Params: { key: string; size: string } }>(
    url,
    { onRequest: checks.photoNetwork },
    async (request, reply) => {
      const { key, size } = request.params;
      const parsed = signedUrl.safeParse({ ...(request.query as object), key, size });
      if (!parsed.success || !ctx.photoUrls.accepts(parsed.data)) return notFound(reply);
      await checks.photoViewer(request);
      const context = await findViewableContext(ctx.db, key, parsed.data.viewer);
      if (!context) return notFound(reply);
      const candidates = CANDIDATES[parsed.data.size];
      const acceptsAvif = request.headers.accept?.includes("image/avif");
      // Attachments have no AVIF.
      const accepted = acceptsAvif && context === "profile" ? candidates : candidates.filter((one) => !isAvif(one));
      reply.header("cache-control", CACHING[context]).header("accept-ranges", "bytes");
      // The other sizes have one format. With `Vary`, the offline cache's requests would miss the copies that pages loaded.
      if (candidates.some(isAvif)) reply.header("vary", "Accept");
      // A client has the ETag of a file that was sent to it. The row still exists, and so does the file: no need to open it.
      const etags = listEtags(request.headers);
      const kept = accepted.find((file) => etags.includes(etagOf(key, file)));
      if (kept) return reply.header("etag", etagOf(key, kept)).status(304).send();
      try {
        const found = await findFile(key, accepted, request.headers, request.method === "HEAD");
        if (!found) return notFound(reply.removeHeader("cache-control"));
        const { file, bytes, total, first, stream } = found;
        const isPart = request.method !== "HEAD" && parseRange(request.headers, etagOf(key, file)) !== undefined;
        if (isPart) reply.status(206).header("content-range", `bytes ${first}-${first + bytes - 1}/${total}`);
        return reply
          .header("etag", etagOf(key, file))
          .header("content-length", bytes)
          .type(isAvif(file) ? "image/avif" : "image/webp")
          .send(stream);
      } catch (error) {
        reply.removeHeader("cache-control");
        if (!(error instanceof RangeNotSatisfiableError)) throw error;
        return reply
          .status(416)
          .header("content-range", `bytes */${error.total}`)
          .type("text/plain")
          .send("Out of range");
      }
    },
  );
}
