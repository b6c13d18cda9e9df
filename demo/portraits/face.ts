// Head space: the origin is the middle of the face. `t` is the figure's turn: features move aside with it.
import type { Figure } from "./figure.ts";
import { INK, WHITE } from "./palette.ts";
import { d, disc, each, layers, line, round1, shape } from "./svg.ts";

const EYE_WHITE = "#FFFBF4";

export function faceOutline({ halfWidth: w, jaw, feminine }: Figure): string {
  const chin = (feminine ? 46 : 66) + 26;
  const right = { jaw: round1(w * jaw), corner: round1(w * jaw * 0.82) };
  const left = { jaw: round1(-w * jaw), corner: round1(-w * jaw * 0.82) };
  return d`
    M${-w} -50
    C${-w} -190 ${-w * 0.62} -255 0 -255
    S${w} -190 ${w} -50
    C${w} 50 ${w * 0.97} 90 ${right.jaw} 160
    C${right.corner} 210 ${chin} 245 0 245
    S${left.corner} 210 ${left.jaw} 160
    C${-w * 0.97} 90 ${-w} 50 ${-w} -50Z`;
}

/** The poster's signature: one hard-edged plane of shade down the ridge of the nose. */
export const shadePlane = ({ turn: t, skin }: Figure): string =>
  shape(
    d`M${t + 34} -262
      C${t + 20} -180 ${t + 34} -120 ${t + 18} -66
      C${t + 6} -40 ${t + 4} -20 ${t - 2} 20
      L${t - 22} 66
      Q${t - 20} 86 ${t + 14} 88
      C${t + 22} 104 ${t + 4} 120 ${t + 8} 140
      C${t + 10} 170 ${t + 2} 186 ${t + 18} 204
      L${t + 6} 260
      H260
      V-262Z`,
    skin.shade,
  );

export function eye(p: Figure, side: -1 | 1): string {
  const { turn: t, feminine, eyeWidth: width } = p;
  // The eye on the far side of a turned face comes closer to the nose.
  const x = t + side * (feminine ? 74 : 76) * (1 - (side * t) / 260);
  const y = -22;
  const tilt = p.eyeTilt * side;
  const browRise = side > 0 ? -8 : 6;
  const browFall = side > 0 ? 6 : -8;
  const brow = line(
    `M${x - 46} ${y - 50 + browRise}Q${x} ${y - (feminine ? 84 : 76)} ${x + 46} ${y - 50 + browFall}`,
    p.hairColour.brow,
    p.browWidth,
  );
  if (p.eyes === "smile") {
    return brow + line(`M${x - width} ${y + 8}Q${x} ${y - 30} ${x + width} ${y + 8}`, INK, 12);
  }
  const white = d`
    M${x - width} ${y + 4 + tilt}
    Q${x} ${y - p.eyeHeight} ${x + width} ${y + 4 - tilt}
    Q${x} ${y + 26} ${x - width} ${y + 4 + tilt}Z`;
  const lid = d`
    M${x - width - 2} ${y + 4 + tilt}
    Q${x} ${y - p.eyeHeight - 3} ${x + width + 2} ${y + 4 - tilt}`;
  const lash = side > 0 ? "l15 -12" : `M${x - width - 2} ${y + 4 + tilt}l-15 -12`;
  return layers(
    brow,
    shape(white, EYE_WHITE),
    disc(x + t * 0.12, y - 2, 17, p.iris),
    disc(x + t * 0.12 - 6, y - 8, 5, WHITE),
    line(lid + (feminine ? lash : ""), INK, feminine ? 11 : 9),
  );
}

export function nose({ turn: t, skin }: Figure): string {
  const wing = `stroke="${skin.shade}" stroke-width="9" stroke-linecap="round"`;
  const nostrils = `stroke="${INK}" stroke-opacity=".35" stroke-width="8" stroke-linecap="round"`;
  return layers(
    shape(`M${t - 24} 72Q${t - 30} 92 ${t - 4} 92`, "none", wing),
    shape(`M${t - 16} 88Q${t + 4} 100 ${t + 30} 86`, "none", nostrils),
  );
}

const smile = (x: number, y: number, lip: string) =>
  layers(
    line(`M${x - 56} ${y - 8}Q${x} ${y + 34} ${x + 58} ${y - 12}`, lip, 14),
    line(`M${x - 22} ${y + 42}Q${x} ${y + 52} ${x + 24} ${y + 41}`, INK, 7, 'opacity=".22"'),
  );

const lips = (x: number, y: number, lip: string) => {
  const upper = d`
    M${x - 58} ${y - 14}
    Q${x - 24} ${y - 26} ${x} ${y - 13}
    Q${x + 24} ${y - 26} ${x + 60} ${y - 17}
    Q${x} ${y + 18} ${x - 58} ${y - 14}Z`;
  const lower = d`
    M${x - 52} ${y - 8}
    Q${x} ${y + 18} ${x + 54} ${y - 11}
    Q${x} ${y + 66} ${x - 52} ${y - 8}Z`;
  return shape(upper, lip) + shape(lower, lip, 'opacity=".78"');
};

const grin = (x: number, y: number, lip: string) => {
  const open = d`
    M${x - 68} ${y - 18}
    Q${x} ${y + 4} ${x + 70} ${y - 22}
    Q${x + 44} ${y + 54} ${x} ${y + 52}
    Q${x - 44} ${y + 52} ${x - 68} ${y - 18}Z`;
  const teeth = d`
    M${x - 54} ${y - 8}
    Q${x} ${y + 10} ${x + 56} ${y - 12}
    Q${x + 34} ${y + 26} ${x} ${y + 26}
    Q${x - 34} ${y + 26} ${x - 54} ${y - 8}Z`;
  return shape(open, lip) + shape(teeth, EYE_WHITE);
};

const MOUTHS = { smile, lips, grin };
const MOUTH_Y = 142;

export const mouth = ({ mouth: kind, turn, skin }: Figure): string => MOUTHS[kind](turn, MOUTH_Y, skin.lip);

export function beard({ beard: kind, turn: t, halfWidth: w, hairColour: { base }, skin }: Figure): string {
  const jaw = d`
    M${-w - 4} 10
    C${-w + 16} 60 ${-w + 26} 96 ${t - 74} 100
    Q${t} 82 ${t + 74} 98
    C${w - 26} 96 ${w - 16} 60 ${w + 4} 10
    L${w + 10} 130
    L${w * 0.8} 270
    H${-w * 0.8}
    L${-w - 10} 130Z`;
  switch (kind) {
    case "none":
      return "";
    case "stubble":
      return shape(jaw, base, 'opacity=".3"');
    case "full": {
      const y = MOUTH_Y;
      const bareLips = d`
        M${t - 62} ${y - 12}
        Q${t} ${y - 32} ${t + 62} ${y - 14}
        Q${t + 30} ${y + 46} ${t} ${y + 44}
        Q${t - 30} ${y + 46} ${t - 62} ${y - 12}Z`;
      return shape(jaw, base) + shape(bareLips, skin.shade);
    }
    case "moustache":
      return shape(
        d`M${t} 100
          C${t + 30} 88 ${t + 66} 100 ${t + 80} 128
          C${t + 50} 136 ${t + 20} 130 ${t} 122
          C${t - 20} 130 ${t - 50} 136 ${t - 80} 128
          C${t - 66} 100 ${t - 30} 88 ${t} 100Z`,
        base,
      );
  }
}

export function laughLines({ lines, turn: t }: Figure): string {
  if (!lines) return "";
  const mouthCorners = `M${t - 88} 84Q${t - 104} 116 ${t - 92} 140M${t + 90} 82Q${t + 106} 114 ${t + 94} 138`;
  const eyeCorners = d`
    M${t - 124} -8l-18 -8
    M${t - 124} 6l-20 2
    M${t + 120} -8l16 -8
    M${t + 120} 6l18 2`;
  return line(mouthCorners, INK, 6, 'opacity=".22"') + line(eyeCorners, INK, 5, 'opacity=".22"');
}

const FRECKLES: readonly (readonly [x: number, y: number])[] = [
  [-104, 46],
  [-84, 60],
  [-122, 62],
  [-96, 76],
  [88, 46],
  [108, 58],
  [124, 46],
  [98, 74],
];

export const freckles = ({ freckles: has, turn, skin }: Figure): string =>
  has ? each(FRECKLES, ([x, y]) => disc(turn + x, y, 5, skin.lip, 'opacity=".5"')) : "";

export const blush = ({ blush: has, turn, skin }: Figure): string =>
  has ? disc(turn - 106, 62, 38, skin.lip, 'opacity=".15"') + disc(turn + 108, 62, 38, skin.lip, 'opacity=".18"') : "";
