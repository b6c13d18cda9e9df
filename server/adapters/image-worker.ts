import { readFile } from "node:fs/promises";
import { setPriority } from "node:os";
import sharp, { type Metadata } from "sharp";
import { rgbaToThumbHash } from "thumbhash";
import type { ImageErrorReason, ProcessedImage, Rendering } from "#server/adapters/image-processing.ts";

/**
 * Decodes the pictures of one upload, in a process of its own: a thread that decodes cannot be stopped. A process that
 * takes too much CPU or memory ends itself.
 */

const FULL_PX = 1080;
/** A picture may be tall, but not without end. */
const FULL_HEIGHT_PX = 2160;
const THUMB_PX = 320;
const THUMBHASH_PX = 100;

/** A JPEG of one scan is made smaller while it is decoded: 60 megapixels take 20 MB. */
const PIXELS_MAX_SHRUNK = 60_000_000;
/** Of others the whole picture lies in memory. */
const PIXELS_MAX = 40_000_000;
const DECODED_BYTES_MAX = 128_000_000;
/** A JPEG of several scans, such as a progressive one, keeps all coefficients: up to 8 bytes a pixel. Cameras have 24. */
const PIXELS_MAX_SCANS = 25_000_000;
/** Encoders write 3 to 20. A scan of 40 bytes has the decoder visit every block of the picture. */
const SCANS_MAX = 50;

const FORMATS = new Set(["jpeg", "png", "webp"]);
const START_OF_SCAN = Buffer.from([0xff, 0xda]);

// Members who wait for a page come first.
setPriority(10);
sharp.concurrency(1);
sharp.cache(false);
// Only these three decoders can be reached. That of Ultra HDR would take some JPEGs, and hide that they are progressive.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: ["VipsForeignLoadJpeg", "VipsForeignLoadPng", "VipsForeignLoadWebp"] });

/** A picture that is refused for its size in pixels or memory. */
class TooLarge extends Error {}

async function countScans(source: string | Buffer): Promise<number> {
  const bytes = typeof source === "string" ? await readFile(source) : source;
  let scans = 0;
  for (let at = bytes.indexOf(START_OF_SCAN); at >= 0; at = bytes.indexOf(START_OF_SCAN, at + 2)) scans++;
  return scans;
}

/** What a picture takes in memory. A lossless WebP is decoded with four channels, whether it has them or not. */
const bytesIn = ({ format, width, height, channels, depth }: Metadata): number =>
  width * height * (format === "webp" ? 4 : channels) * (depth === "ushort" ? 2 : 1);

/** @throws TooLarge */
async function assertSize(source: string | Buffer, about: Metadata): Promise<void> {
  const pixels = about.width * about.height;
  if (about.format !== "jpeg") {
    if (pixels > PIXELS_MAX || bytesIn(about) > DECODED_BYTES_MAX) throw new TooLarge();
    return;
  }
  // Says whether there are several scans, progressive or not.
  if (!about.isProgressive) {
    if (pixels > PIXELS_MAX_SHRUNK) throw new TooLarge();
    return;
  }
  if (pixels > PIXELS_MAX_SCANS || (await countScans(source)) > SCANS_MAX) throw new TooLarge();
}

/** @throws TooLarge, Error where it is not a picture or a broken one */
async function render(source: string | Buffer): Promise<ProcessedImage> {
  const input = sharp(source, { limitInputPixels: false, failOn: "error" });
  const about = await input.metadata();
  if (!FORMATS.has(about.format ?? "")) throw new Error("not a JPEG, PNG or WebP picture");
  await assertSize(source, about);
  // Decoded once; sharp keeps no metadata unless told, and `rotate()` turns it upright first.
  const upright = await input
    .rotate()
    .toColorspace("srgb")
    .resize(FULL_PX, FULL_HEIGHT_PX, { fit: "inside", withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = upright.info;
  const again = () => sharp(upright.data, { raw: { width, height, channels } });
  const small = again().resize(THUMBHASH_PX, THUMBHASH_PX, { fit: "inside", withoutEnlargement: true });
  const [full, thumb, tiny] = await Promise.all([
    again().webp({ quality: 82, effort: 2 }).toBuffer(),
    again().resize(THUMB_PX, undefined, { withoutEnlargement: true }).webp({ quality: 78, effort: 2 }).toBuffer(),
    small.ensureAlpha().raw().toBuffer({ resolveWithObject: true }),
  ]);
  const hash = rgbaToThumbHash(tiny.info.width, tiny.info.height, tiny.data);
  return { full, thumb, width, height, thumbhash: Buffer.from(hash).toString("base64") };
}

const end = () => process.kill(process.pid, "SIGKILL");
const WATCH_MS = 50;
/** When the picture began that is worked on. */
let begun = process.cpuUsage();

/** One after the other, which takes the memory of one. */
async function renderAll({ sources }: Rendering): Promise<ProcessedImage[] | ImageErrorReason> {
  const pictures: ProcessedImage[] = [];
  try {
    for (const source of sources) {
      begun = process.cpuUsage();
      pictures.push(await render(source));
    }
    return pictures;
  } catch (error) {
    return error instanceof TooLarge ? "too_large" : "unreadable";
  }
}

process.once("disconnect", end);
// Ctrl-C reaches it, too, while the app lets uploads under way finish.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => undefined);
process.once("message", (rendering: Rendering) => {
  const { cpuMs, memoryBytes } = rendering;
  setInterval(() => {
    const { user, system } = process.cpuUsage(begun);
    if ((user + system) / 1000 > cpuMs || process.memoryUsage.rss() > memoryBytes) end();
  }, WATCH_MS);
  void renderAll(rendering).then((answer) => process.send?.(answer));
});
