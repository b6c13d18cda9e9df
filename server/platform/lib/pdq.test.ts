import sharp, { type Sharp } from "sharp";
import { describe, expect, test } from "vitest";
import {
  countDifferentBits,
  hashPicture,
  PDQ_DISTANCE_MAX,
  PDQ_QUALITY_MIN,
  type RgbPixels,
} from "#server/platform/lib/pdq.ts";

type Color = (x: number, y: number) => readonly [number, number, number];
const div = (a: number, b: number) => Math.floor(a / b);

/** Draws a picture from whole numbers, so that it has the same pixels everywhere. */
function draw(width: number, height: number, color: Color): RgbPixels {
  const data = new Uint8Array(3 * width * height);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) data.set(color(x, y), 3 * (y * width + x));
  return { data, width, height };
}

const rings = draw(300, 200, (x, y) => [div(x * x + 3 * y * y, 97) % 256, div(x * 255, 299), ((x ^ y) * 7) % 256]);
const blocks = draw(512, 384, (x, y) => [
  ((div(x, 23) + div(y, 17)) % 5) * 60,
  (div(x, 41) * 37 + div(y, 13) * 11) % 256,
  div(x * y, 311) % 256,
]);
const stripes = draw(97, 131, (x, y) => {
  const green = (((3 * x - y) % 509) + 509) % 509;
  return [div(x + 2 * y, 3) % 256, div(green, 2), (div(x, 9) * div(y, 7)) % 256];
});

describe("PDQ", () => {
  // The hashes and qualities are those of the reference implementation, `pdq/python` of facebook/ThreatExchange.
  test.each([
    ["rings", rings, "658feb3056c72d9c7a6056c7259f29384a60da63d4cfb59fa59ca938a930ab30", 100],
    ["blocks", blocks, "c9cc0e97d5c0f17f15ba339e61bfeb009677cc00ea66ccd1ea858cad6e18cc42", 100],
    ["stripes", stripes, "f3dbce6f39b8c6e721994c661118c44211908462e108fc02ff00ffc0fff0fffc", 62],
  ])("gives the hash of the reference implementation for %s", (_, picture, hash, quality) => {
    expect(hashPicture(picture)).toEqual({ hash, quality });
  });

  test("sets half of the bits", () => {
    const zeros = "0".repeat(64);
    expect(countDifferentBits(hashPicture(rings).hash, zeros)).toBe(128);
    expect(countDifferentBits("f".repeat(64), zeros)).toBe(256);
  });

  test("finds nothing to recognize in a picture of one color", () => {
    expect(hashPicture(draw(90, 70, () => [40, 120, 90])).quality).toBeLessThan(PDQ_QUALITY_MIN);
  });

  test("recognizes copies that were scaled, compressed and toned, and tells other pictures apart", async () => {
    const { data, width, height } = rings;
    const original = () => sharp(data, { raw: { width, height, channels: 3 } });
    const copies = [
      original().resize(180, 120).png(),
      original().resize(600, 400).png(),
      original().modulate({ brightness: 1.1, saturation: 0.7 }).png(),
      original().jpeg({ quality: 40 }),
      original().webp({ quality: 50 }),
    ];
    const hashOf = async (copy: Sharp) => {
      const raw = sharp(await copy.toBuffer())
        .removeAlpha()
        .raw();
      const { data, info } = await raw.toBuffer({ resolveWithObject: true });
      return hashPicture({ data, width: info.width, height: info.height }).hash;
    };
    const { hash } = hashPicture(rings);
    for (const copy of copies)
      expect(countDifferentBits(hash, await hashOf(copy))).toBeLessThanOrEqual(PDQ_DISTANCE_MAX);
    expect(countDifferentBits(hash, hashPicture(blocks).hash)).toBeGreaterThan(2 * PDQ_DISTANCE_MAX);
  });
});
