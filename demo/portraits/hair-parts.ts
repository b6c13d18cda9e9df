// Head space: the origin is the middle of the face, the skull reaches from -255 to +245.
import { d, disc, each, line } from "./svg.ts";

/** The measures and colours that hairstyles need. */
export interface Scalp {
  /** Half the width of the face. */
  w: number;
  base: string;
  light: string;
  /** Hair ties and turbans. */
  pop: string;
  scarf: string;
}

/** Hair, or headwear in its place: the layers behind and over the head. */
export interface Hair {
  back: string;
  front: string;
}

/** Path data of the hair mass over the skull: its height, the hairline's height, where the sideburns end. */
export const cap = (w: number, top: number, hairline: number, side: number): string => d`
  M${-w - 7} ${side}
  C${-w - 16} -170 ${-w * 0.74} ${top} 0 ${top}
  S${w + 16} -170 ${w + 7} ${side}
  L${w - 16} ${side}
  C${w - 20} ${hairline + 40} ${w * 0.72} ${hairline} 0 ${hairline}
  S${-w + 20} ${hairline + 40} ${-w + 16} ${side}Z`;

export type Curl = readonly [x: number, y: number, radius: number];

export const curls = (places: readonly Curl[], colour: string): string =>
  each(places, ([x, y, radius]) => disc(x, y, radius, colour));

/** One light strand over the crown. */
export const strand = (w: number, top: number, light: string): string =>
  line(`M${-w * 0.5} ${top + 52}C${-w * 0.2} ${top + 22} ${w * 0.2} ${top + 22} ${w * 0.46} ${top + 48}`, light, 9);
