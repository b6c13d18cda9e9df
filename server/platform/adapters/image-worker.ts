import { readFile } from "node:fs/promises";
import { flushCompileCache } from "node:module";
import { setPriority } from "node:os";
import sharp, { type Metadata, type Sharp } from "sharp";
import { rgbaToThumbHash } from "thumbhash";
import { PHOTO_WIDTHS } from "#contract/limits.ts";
import type { ImageErrorReason, ProcessedImage, Rendering } from "#server/platform/adapters/image-processing.ts";

/**
 * Decodes the images of one upload in a separate process, because a decoding thread cannot be stopped. The process
 * stops itself if it exceeds its CPU time or memory.
 */

const FULL_HEIGHT_PX = 2160;
const THUMBHASH_PX = 100;

const WEBP = { quality: 82, effort: 2 };
const THUMB_WEBP = { quality: 78, effort: 2 };
/** Looks about like `WEBP`. Effort 4 would take six to ten times as long for 5% less. */
const AVIF = { quality: 62, effort: 2, chromaSubsampling: "4:2:0" };
/** An AVIF with a larger share of the WebP's bytes is not worth a second file. */
const AVIF_SHARE_MAX = 0.85;

/** A JPEG of one scan is scaled while it is decoded: 60 megapixels take 20 MB. */
const PIXELS_MAX_SHRUNK = 60_000_000;
/** Other formats are decoded into memory as a whole. */
const PIXELS_MAX = 40_000_000;
const DECODED_BYTES_MAX = 128_000_000;
/**
 * Decoding a JPEG of several scans, such as a progressive one, holds all coefficients: up to 8 bytes per pixel. Cameras
 * have 24 megapixels.
 */
const PIXELS_MAX_SCANS = 25_000_000;
/** Encoders write 3 to 20. A scan of 40 bytes makes the decoder visit every block of the image. */
const SCANS_MAX = 50;

const FORMATS = new Set(["jpeg", "png", "webp"]);
const START_OF_SCAN = Buffer.from([0xff, 0xda]);

// Page requests have priority.
setPriority(10);
sharp.concurrency(1);
sharp.cache(false);
// Only these three decoders are enabled. The one for Ultra HDR would accept some JPEGs, and hide that they are
// progressive.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: ["VipsForeignLoadJpeg", "VipsForeignLoadPng", "VipsForeignLoadWebp"] });

class TooLarge extends Error {}

async function countScans(source: string | Buffer): Promise<number> {
  const bytes = typeof source === "string" ? await readFile(source) : source;
  let scans = 0;
  for (let at = bytes.indexOf(START_OF_SCAN); at >= 0; at = bytes.indexOf(START_OF_SCAN, at + 2)) scans++;
  return scans;
}

/** A lossless WebP is always decoded with four channels. */
const bytesIn = ({ format, width, height, channels, depth }: Metadata): number =>
  width * height * (format === "webp" ? 4 : channels) * (depth === "ushort" ? 2 : 1);

/** @throws TooLarge */
async function assertSize(source: string | Buffer, about: Metadata): Promise<void> {
  const pixels = about.width * about.height;
  if (about.format !== "jpeg") {
    if (pixels > PIXELS_MAX || bytesIn(about) > DECODED_BYTES_MAX) throw new TooLarge();
    return;
  }
  // Counts several scans, progressive or not.
  if (!about.isProgressive) {
    if (pixels > PIXELS_MAX_SHRUNK) throw new TooLarge();
    return;
  }
  if (pixels > PIXELS_MAX_SCANS || (await countScans(source)) > SCANS_MAX) throw new TooLarge();
}

/**
 * Encodes the size that phones load. `avif` is absent unless it is clearly smaller than `webp`. One after the other, because
 * an AVIF encoder takes some 50 MB.
 */
async function encodeMedium(size: Sharp, withAvif: boolean): Promise<{ webp: Buffer; avif?: Buffer }> {
  const webp = await size.clone().webp(WEBP).toBuffer();
  if (!withAvif) return { webp };
  const avif = await size.clone().avif(AVIF).toBuffer();
  return avif.length <= webp.length * AVIF_SHARE_MAX ? { webp, avif } : { webp };
}

/** @throws TooLarge, Error if it is not an image or damaged */
async function render(source: string | Buffer, withAvif: boolean): Promise<ProcessedImage> {
  const input = sharp(source, { limitInputPixels: false, failOn: "error" });
  const about = await input.metadata();
  if (!FORMATS.has(about.format ?? "")) throw new Error("not a JPEG, PNG or WebP picture");
  await assertSize(source, about);
  // Decoded once. sharp drops metadata by default, and `rotate()` applies the orientation first.
  const upright = await input
    .rotate()
    .toColorspace("srgb")
    .resize(PHOTO_WIDTHS.full, FULL_HEIGHT_PX, { fit: "inside", withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = upright.info;
  const again = () => sharp(upright.data, { raw: { width, height, channels } });
  const small = again().resize(THUMBHASH_PX, THUMBHASH_PX, { fit: "inside", withoutEnlargement: true });
  const narrow = (px: number) => again().resize(px, undefined, { withoutEnlargement: true });
  const full = await again().webp(WEBP).toBuffer();
  const medium = width > PHOTO_WIDTHS.medium ? await encodeMedium(narrow(PHOTO_WIDTHS.medium), withAvif) : undefined;
  const [thumb, tiny] = await Promise.all([
    narrow(PHOTO_WIDTHS.thumb).webp(THUMB_WEBP).toBuffer(),
    small.ensureAlpha().raw().toBuffer({ resolveWithObject: true }),
  ]);
  const hash = rgbaToThumbHash(tiny.info.width, tiny.info.height, tiny.data);
  const files = {
    "full.webp": full,
    "medium.webp": medium?.webp,
    "medium.avif": medium?.avif,
    "thumb.webp": thumb,
  };
  return { files, width, height, thumbhash: Buffer.from(hash).toString("base64") };
}

const end = () => process.kill(process.pid, "SIGKILL");
const WATCH_MS = 50;
let begun = process.cpuUsage();

/** Sequentially, to need the memory of one image only. */
async function renderAll({ sources, withAvif }: Rendering): Promise<ProcessedImage[] | ImageErrorReason> {
  const pictures: ProcessedImage[] = [];
  try {
    for (const source of sources) {
      begun = process.cpuUsage();
      pictures.push(await render(source, withAvif));
    }
    return pictures;
  } catch (error) {
    return error instanceof TooLarge ? "too_large" : "unreadable";
  }
}

process.once("disconnect", end);
// Ctrl-C reaches this process, too, while the app lets running uploads finish.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => undefined);
process.once("message", (rendering: Rendering) => {
  // Node would write it when the process exits, but it is killed.
  flushCompileCache();
  const { cpuMs, memoryBytes } = rendering;
  setInterval(() => {
    const { user, system } = process.cpuUsage(begun);
    if ((user + system) / 1000 > cpuMs || process.memoryUsage.rss() > memoryBytes) end();
  }, WATCH_MS);
  void renderAll(rendering).then((answer) => process.send?.(answer));
});
