import sharp, { type Sharp } from "sharp";
import { PORTRAIT } from "#e2e/support/api-fixtures.ts";

/** Photographs in all shapes, including bright and busy ones, because members upload more than our illustrations. */

type Photograph = Uint8Array<ArrayBuffer>;

const webp = async (picture: Sharp): Promise<Photograph> => new Uint8Array(await picture.webp().toBuffer());

const portrait = (width: number, height: number): Promise<Photograph> =>
  webp(sharp(PORTRAIT).resize(width, height, { fit: "cover", position: "top" }));

const bright = (width: number, height: number): Promise<Photograph> =>
  webp(sharp({ create: { width, height, channels: 3, background: "#fdfdfb" } }));

/** An image without two equal neighboring pixels. */
const busy = (width: number, height: number): Promise<Photograph> =>
  webp(
    sharp({
      create: { width, height, channels: 3, background: "#888", noise: { type: "gaussian", mean: 140, sigma: 60 } },
    }),
  );

/** The maximum number of photos of a profile, in all shapes. */
export const makePhotographs = (): Promise<Photograph[]> =>
  Promise.all([
    portrait(1080, 1350),
    portrait(1600, 400),
    portrait(400, 1600),
    portrait(120, 120),
    bright(1200, 900),
    busy(900, 900),
  ]);
