import { glasses, headband, headphones, visor } from "./accessories.ts";
import { beard, blush, eye, faceOutline, freckles, laughLines, mouth, nose, shadePlane } from "./face.ts";
import type { Figure } from "./figure.ts";
import { HAIRSTYLES, type Hairstyle } from "./hair.ts";
import type { Scalp } from "./hair-parts.ts";
import { HEADGEAR } from "./headgear.ts";
import { d, disc, ellipse, layers, line, shape } from "./svg.ts";

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
