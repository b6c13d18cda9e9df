import { createHash } from "node:crypto";
import sharp from "sharp";

export const makeJpeg = (width = 1600, height = 1200): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: { r: 30, g: 120, b: 90 } } })
    .jpeg()
    .toBuffer();

/** AVIF packs noise much better than WebP. */
export const makeNoisyJpeg = (width: number, height: number): Promise<Buffer> =>
  sharp({
    create: { width, height, channels: 3, background: "gray", noise: { type: "gaussian", mean: 128, sigma: 30 } },
  })
    .jpeg()
    .toBuffer();

/** Large random blocks have a lot to recognize. The same seed gives the same picture. */
export function makeBlocksJpeg(seed: number, width = 720, height = 720): Promise<Buffer> {
  const SIDE = 12;
  const bytes = createHash("shake256", { outputLength: SIDE * SIDE * 3 }).update(String(seed));
  const data = new Uint8Array(bytes.digest());
  return sharp(data, { raw: { width: SIDE, height: SIDE, channels: 3 } })
    .resize(width, height, { fit: "fill", kernel: "nearest" })
    .jpeg({ quality: 90 })
    .toBuffer();
}

export function imageForm(picture: Buffer, receiverId: string, clientId?: string): FormData {
  const form = new FormData();
  form.append("receiverId", receiverId);
  if (clientId !== undefined) form.append("clientId", clientId);
  form.append("image", new Blob([new Uint8Array(picture)], { type: "image/jpeg" }), "picture.jpg");
  return form;
}

export function photoForm(picture: Buffer): FormData {
  const form = new FormData();
  form.append("photos", new Blob([new Uint8Array(picture)], { type: "image/jpeg" }), "photo.jpg");
  return form;
}

/** A JPEG segment: marker, length and bytes. */
const segment = (marker: number, bytes: readonly number[]): Buffer =>
  Buffer.from([0xff, marker, (bytes.length + 2) >> 8, (bytes.length + 2) & 255, ...bytes]);

/** Packs bits into bytes, padded with ones. JPEG requires a 0 after each byte 0xff. */
function packBits(bits: string): Buffer {
  const padded = bits.padEnd(Math.ceil(bits.length / 8) * 8, "1");
  const bytes = (padded.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  return Buffer.from(bytes.flatMap((byte) => (byte === 255 ? [255, 0] : [byte])));
}

/** Encodes `blocks` empty blocks of a scan. A run takes 15 bits and covers up to 32,767 blocks. */
function emptyScan(blocks: number): Buffer {
  const RUN = 16_384;
  let bits = "";
  let left = blocks;
  while (left >= RUN) {
    const more = Math.min(RUN - 1, left - RUN);
    bits += `0${more.toString(2).padStart(14, "0")}`;
    left -= RUN + more;
  }
  return packBits(bits + "10".repeat(left));
}

/**
 * The decoder visits every block in every scan.
 * @param scans number of empty scans after the first one; about 40 bytes each
 */
export function makeProgressiveJpeg(width: number, height: number, scans: number): Buffer {
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8);
  const zeros = (n: number) => Array.from({ length: n }, () => 0);
  const scan = Buffer.concat([segment(0xda, [1, 1, 0, 1, 63, 0]), emptyScan(blocks)]);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    // The quantization table (all ones) and the frame: 8 bits, one component.
    segment(0xdb, [0, ...Array.from({ length: 64 }, () => 1)]),
    segment(0xc2, [8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0]),
    // Huffman codes: '0' is an unchanged block (DC); '0' is a run of empty blocks and '10' a single one (AC).
    segment(0xc4, [0x00, 1, ...zeros(15), 0]),
    segment(0xc4, [0x10, 1, 1, ...zeros(14), 0xe0, 0]),
    segment(0xda, [1, 1, 0, 0, 0, 0]),
    Buffer.alloc(Math.ceil(blocks / 8)),
    ...Array.from({ length: scans }, () => scan),
    Buffer.from([0xff, 0xd9]),
  ]);
}
