import type { Figure } from "./figure.ts";
import { CHALK, CRUSH, INK } from "./palette.ts";
import { d, disc, layers, line, pair, rect, repeat, shape, WIDTH } from "./svg.ts";
import { build } from "./torso.ts";

// Poses with visible arms: thick round strokes, lit on the left and in shade on the right.

const X = WIDTH / 2;

/** The layers behind and in front of the person. */
export interface Arms {
  back: string;
  front: string;
}

export function arms(p: Figure): Arms {
  if (p.pose === "overhead") return { back: overhead(p), front: "" };
  if (p.pose === "crossed") return { back: "", front: crossed(p) };
  return { back: "", front: p.towel ? towel() : "" };
}

function limbs(p: Figure) {
  const sleeved = p.kit === "zip" || p.kit === "hoodie";
  return {
    shoulder: build(p).shoulder,
    thickness: p.feminine ? 92 : 122,
    sleeved,
    lit: sleeved ? p.scheme.top : p.skin.base,
    shaded: sleeved ? p.scheme.top : p.skin.shade,
  };
}

/** Behind the head: a diamond of arms, palms together. */
function overhead(p: Figure): string {
  const { shoulder, thickness, lit, shaded } = limbs(p);
  const arm = (k: -1 | 1) => {
    const from = `M${X + k * shoulder * 0.78} 1030`;
    const limb = `${from}L${X + k * shoulder} 560L${X + k * 34} 120`;
    const sleeve = `${from}L${X + k * shoulder * 0.9} 770`;
    const hand = d`
      M${X + k * 4} 190
      L${X + k * 70} 150
      L${X + k * 44} -20
      Q${X + k * 22} -56 ${X + k * 3} -20Z`;
    return layers(
      line(limb, k < 0 ? lit : shaded, thickness),
      p.kit === "tee" ? line(sleeve, p.scheme.top, thickness + 16) : "",
      shape(hand, k < 0 ? p.skin.base : p.skin.shade),
    );
  };
  return arm(1) + arm(-1);
}

function crossed(p: Figure): string {
  const { shoulder, thickness, sleeved, lit, shaded } = limbs(p);
  const under = `M${X - shoulder * 0.92} 1196L${X + shoulder * 0.5} 1100`;
  const over = `M${X + shoulder * 0.92} 1206L${X - shoulder * 0.36} 1098`;
  return layers(
    line(`M${X - shoulder * 0.95} 1060L${X - shoulder * 0.92} 1196`, lit, thickness),
    line(`M${X + shoulder * 0.95} 1060L${X + shoulder * 0.92} 1206`, shaded, thickness),
    p.kit === "tee"
      ? pair((k) => rect(X + k * shoulder * 0.945 - thickness / 2 - 4, 1000, thickness + 8, 92, p.scheme.top, 6))
      : "",
    line(under, lit, thickness),
    line(over, INK, thickness, 'opacity=".2" transform="translate(0 18)"'),
    line(over, shaded, thickness),
    sleeved ? line(over, INK, 5, `opacity=".16" transform="translate(0 ${-thickness / 2})"`) : "",
    hand(X - shoulder * 0.4, 1092, p.skin.shade),
  );
}

const hand = (x: number, y: number, colour: string) =>
  layers(
    repeat(4, (i) => line(`M${x} ${y + i * 27 - 34}L${x - 96} ${y + i * 29 - 54}`, colour, 33)),
    disc(x + 10, y + 4, 54, colour),
  );

/** Around the neck, with an end on either side. */
const towel = () =>
  pair((k) => {
    const hem = 1190 + k * 30;
    const end = d`
      M${X + k * 96} 806
      Q${X + k * 150} 830 ${X + k * 196} 872
      L${X + k * 214} ${hem}
      H${X + k * 92}
      L${X + k * 84} 900Z`;
    const fold = d`
      M${X + k * 96} 806
      L${X + k * 84} 900
      L${X + k * 92} ${hem}
      H${X + k * 112}
      L${X + k * 108} 900Z`;
    return layers(
      shape(end, CHALK),
      rect(X + k * 152 - 60, 1130 + k * 30, 120, 18, CRUSH),
      shape(fold, INK, 'opacity=".1"'),
    );
  });
