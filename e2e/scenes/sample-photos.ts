import sharp, { type Sharp } from "sharp";
import { PORTRAIT } from "#e2e/support/api-fixtures.ts";

/** Photographs of every shape, bright and busy ones among them: what members upload is not drawn by us. */

type Photograph = Uint8Array<ArrayBuffer>;

const webp = async (picture: Sharp): Promise<Photograph> => new Uint8Array(await picture.webp().toBuffer());

/** A part of the portrait, in another shape. */
const portrait = (width: number, height: number): Promise<Photograph> =>
  webp(sharp(PORTRAIT).resize(width, height, { fit: "cover", position: "top" }));

/** As bright as snow. */
const bright = (width: number, height: number): Promise<Photograph> =>
  webp(sharp({ create: { width, height, channels: 3, background: "#fdfdfb" } }));

/** No two neighbours alike. */
const busy = (width: number, height: number): Promise<Photograph> =>
  webp(
    sharp({
      create: { width, height, channels: 3, background: "#888", noise: { type: "gaussian", mean: 140, sigma: 60 } },
    }),
  );

/** As many as a profile can have, of every shape. */
export const makePhotographs = (): Promise<Photograph[]> =>
  Promise.all([
    portrait(1080, 1350),
    portrait(1600, 400),
    portrait(400, 1600),
    portrait(120, 120),
    bright(1200, 900),
    busy(900, 900),
  ]);
