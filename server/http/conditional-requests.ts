import type { IncomingHttpHeaders } from "node:http";
import type { ByteRange } from "#server/adapters/photo-store.ts";

/**
 * The conditions of requests for files that never change (RFC 9110, sections 13 and 14). They have strong ETags and no
 * dates, so `If-Modified-Since` and dates in `If-Range` do not apply.
 */

/** The ETags of `If-None-Match`. A weak one is as good as a strong one there. */
export const listEtags = ({ "if-none-match": text = "" }: IncomingHttpHeaders): string[] =>
  text.split(",").map((one) => one.trim().replace(/^W\//, ""));

/**
 * The range that a client asks for. Undefined means the whole file, as for several ranges, another unit, a header that makes no sense, or
 * a part of another file.
 * @param etag of the file, in quotation marks
 */
export function parseRange(headers: IncomingHttpHeaders, etag: string): ByteRange | undefined {
  const { range = "", "if-range": ifRange } = headers;
  if (ifRange !== undefined && ifRange !== etag) return undefined;
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range.trim()) ?? [];
  if (first === undefined || last === undefined || first + last === "") return undefined;
  if (first === "") return { suffix: Number(last) };
  if (last === "") return { first: Number(first) };
  return Number(last) < Number(first) ? undefined : { first: Number(first), last: Number(last) };
}
