import { beard, blush, eye, faceOutline, freckles, laughLines, mouth, nose, shadePlane } from "./face.ts";
import type { Figure } from "./figure.ts";
import { HAIRSTYLES, type Hairstyle } from "./hair.ts";
import type { Scalp } from "./hair-parts.ts";
import { HEADGEAR } from "./headgear.ts";
import { INK, WHITE } from "./palette.ts";
import { d, disc, ellipse, layers, line, pair, rect, shape } from "./svg.ts";

/** A head in layers, so that the body can come between hair and face. `defs` holds the face's clip path. */
export interface Head {
  defs: string;
  back: string;
  face: string;
  front: string;
}

export function head(p: Figure): Head {
  const { skin } = p;
  const scalp: Scalp = {
    w: p.halfWidth,
    base: p.hairColour.base,
    light: p.hairColour.light,
    pop: p.scheme.pop,
    scarf: p.scarf,
  };
  const hair = HAIRSTYLES[p.hairstyle](scalp);
  const gear = p.geared ? HEADGEAR[p.activity]?.(p.halfWidth, p.scheme) : undefined;
  const outline = faceOutline(p);
  const clipId = `${p.id}f`;

  return {
    defs: `<clipPath id="${clipId}"><path d="${outline}"/></clipPath>`,
    back: gear === undefined ? hair.back : lowTail(p, scalp),
    face: layers(
      ears(p),
      shape(outline, skin.base),
      `<g clip-path="url(#${clipId})">${layers(shadePlane(p), beard(p), blush(p))}</g>`,
      nose(p),
      freckles(p),
      eye(p, -1),
      eye(p, 1),
      mouth(p),
      laughLines(p),
      glasses(p),
      visor(p),
    ),
    front: layers(gear ?? hair.front, headband(p), headphones(p)),
  };
}

function ears(p: Figure): string {
  if (p.hairstyle === "hijab") return "";
  const ear = (side: -1 | 1) =>
    ellipse(side * (p.halfWidth + 6), 20, 28, 50, side > 0 ? p.skin.shade : p.skin.base) +
    (p.earring ? disc(side * (p.halfWidth + 10), 82, 13, p.scheme.pop) : "");
  // A face that turns far hides the ear on the side it turns to.
  return (p.turn <= 14 ? ear(1) : "") + (p.turn >= -14 ? ear(-1) : "");
}

const TOO_SHORT_FOR_A_TAIL: readonly Hairstyle[] = ["pixie", "buzz", "bob"];

/** Under a cap the hair is tucked in; long hair leaves a helmet as one low tail over the shoulder. */
function lowTail(p: Figure, { w, base, light }: Scalp): string {
  if (p.activity !== "Cycling" || !p.feminine || TOO_SHORT_FOR_A_TAIL.includes(p.hairstyle)) return "";
  const tail = d`
    M${w * 0.5} 120
    C${w + 60} 130 ${w + 96} 250 ${w + 70} 380
    C${w + 60} 440 ${w + 20} 470 ${w - 6} 500
    C${w - 10} 400 ${w - 50} 320 ${w * 0.3} 240Z`;
  const gleam = `M${w * 0.8} 190C${w + 40} 250 ${w + 40} 340 ${w + 20} 410`;
  return shape(tail, base) + line(gleam, light, 9);
}

// Accessories of a head besides hair and headgear.

export function visor({ visor: worn, halfWidth: w, turn: t, scheme }: Figure): string {
  if (!worn) return "";
  const rim = d`
    M${-w - 4} -74
    Q${t} -104 ${w + 4} -74
    L${w - 4} -14
    C${w - 30} 46 ${t + 60} 46 ${t + 16} -6
    Q${t} -16 ${t - 16} -6
    C${t - 60} 46 ${-w + 30} 46 ${-w + 4} -14Z`;
  const lens = d`
    M${-w + 14} -66
    Q${t} -90 ${w - 14} -66
    L${w - 20} -22
    C${w - 40} 26 ${t + 62} 28 ${t + 22} -18
    Q${t} -32 ${t - 22} -18
    C${t - 62} 28 ${-w + 40} 26 ${-w + 20} -22Z`;
  const gleam = `M${t - 110} 4L${t - 64} -62M${t - 74} 10L${t - 44} -40`;
  return layers(shape(rim, INK), shape(lens, scheme.pop), line(gleam, WHITE, 12, 'opacity=".7"'));
}

export function glasses({ glasses: worn, halfWidth: w, turn: t }: Figure): string {
  if (!worn) return "";
  const bridgeAndTemples = d`
    M${t - 22} -26Q${t} -40 ${t + 22} -26
    M${t - 134} -28L${-w - 4} -20
    M${t + 134} -28L${w + 4} -20`;
  const rims = `fill-opacity=".14" stroke="${INK}" stroke-width="11"`;
  return pair((k) => rect(t + k * 78 - 56, -62, 112, 88, WHITE, 38, rims)) + line(bridgeAndTemples, INK, 10);
}

export const headband = ({ headband: worn, halfWidth: w, scheme }: Figure): string =>
  worn
    ? shape(
        d`M${-w - 8} -96
          C${-w * 0.6} -190 ${w * 0.6} -190 ${w + 8} -96
          V-156
          C${w * 0.6} -244 ${-w * 0.6} -244 ${-w - 8} -156Z`,
        scheme.pop,
      )
    : "";

export const headphones = ({ headphones: worn, halfWidth: w, scheme }: Figure): string =>
  worn
    ? layers(
        line(`M${-w - 18} -10C${-w - 40} -360 ${w + 40} -360 ${w + 18} -10`, INK, 30),
        pair((k) =>
          layers(rect(k * (w + 20) - 34, -66, 68, 150, INK, 32), rect(k * (w + 34) - 12, -36, 24, 90, scheme.pop, 12)),
        ),
      )
    : "";
