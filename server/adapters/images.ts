import sharp, { type Metadata } from "sharp";
import { rgbaToThumbHash } from "thumbhash";
import { AppError } from "#server/errors.ts";
import { makeTurns } from "#server/turns.ts";

export interface Picture {
  /** WebP, at most 1080 px wide, and 320; upright, with nothing of the camera's left in them. */
  readonly full: Buffer;
  readonly thumb: Buffer;
  readonly width: number;
  readonly height: number;
  /** A thumbhash, base64. */
  readonly blur: string;
}

const FULL_PX = 1080;
/** A picture may be tall, but not without end. */
const FULL_HEIGHT_PX = 2160;
const THUMB_PX = 320;
const BLUR_PX = 100;
const PIXELS_MAX = 60_000_000;
/** What a PNG or WebP may take in memory; a JPEG is made smaller while it is decoded. */
const DECODED_BYTES_MAX = 128_000_000;
const FORMATS = new Set(["jpeg", "png", "webp"]);
const AT_ONCE = 2;
const WAITING_MAX = 200;

sharp.concurrency(1);
sharp.cache(false);

/** More at once would only take the memory and the cores from everyone else. */
const turns = makeTurns(AT_ONCE, WAITING_MAX, () => new AppError("too_busy"));

/** The first bytes of JPEG, PNG and WebP: a name or a content type proves nothing. */
export function looksLikePhoto(bytes: Buffer): boolean {
  const jpeg = bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]));
  const png = bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]));
  const webp = bytes.toString("latin1", 0, 4) === "RIFF" && bytes.toString("latin1", 8, 12) === "WEBP";
  return jpeg || png || webp;
}

/** What a picture takes in memory. */
const bytesIn = ({ width, height, channels, depth }: Metadata): number =>
  width * height * channels * (depth === "ushort" ? 2 : 1);

async function render(bytes: Buffer): Promise<Picture> {
  const source = sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: "error" });
  const about = await source.metadata();
  if (!FORMATS.has(about.format ?? "")) throw new Error("not a JPEG, PNG or WebP picture");
  if (about.format !== "jpeg" && bytesIn(about) > DECODED_BYTES_MAX) throw new Error("too large once decoded");
  // Decoded once; sharp keeps no metadata unless told, and `rotate()` turns it upright first.
  const upright = await source
    .rotate()
    .toColorspace("srgb")
    .resize(FULL_PX, FULL_HEIGHT_PX, { fit: "inside", withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = upright.info;
  const again = () => sharp(upright.data, { raw: { width, height, channels } });
  const small = again().resize(BLUR_PX, BLUR_PX, { fit: "inside", withoutEnlargement: true });
  const [full, thumb, blur] = await Promise.all([
    again().webp({ quality: 82, effort: 2 }).toBuffer(),
    again().resize(THUMB_PX, undefined, { withoutEnlargement: true }).webp({ quality: 78, effort: 2 }).toBuffer(),
    small.ensureAlpha().raw().toBuffer({ resolveWithObject: true }),
  ]);
  const hash = rgbaToThumbHash(blur.info.width, blur.info.height, blur.data);
  return { full, thumb, width, height, blur: Buffer.from(hash).toString("base64") };
}

/**
 * Makes the pictures that are kept of one that came in.
 * @throws AppError too_busy; Error when it is no readable JPEG, PNG or WebP, or larger than 60 million pixels or, but for JPEG, 128 MB once decoded
 */
export const makePicture = (bytes: Buffer): Promise<Picture> => turns.take(() => render(bytes));
