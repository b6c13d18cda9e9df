import { type Curl, cap, curls, type Hair, type Scalp } from "./hair-parts.ts";
import { d, each, layers, line, pair, repeat, shape } from "./svg.ts";

const AFRO_CLOUD: readonly Curl[] = [
  [0, -150, 268],
  [-178, -70, 140],
  [178, -70, 140],
  [-150, -240, 120],
  [150, -240, 120],
  [0, -330, 110],
];
const AFRO_HAIRLINE: readonly Curl[] = [
  [-110, -170, 44],
  [-50, -182, 50],
  [20, -186, 50],
  [88, -176, 46],
  [132, -140, 34],
  [-140, -138, 32],
];

export const afro = ({ w, base }: Scalp): Hair => ({
  back: curls(AFRO_CLOUD, base),
  front: layers(shape(cap(w, -280, -150, -6), base), curls(AFRO_HAIRLINE, base)),
});

export const locs = ({ w, base, light }: Scalp): Hair => {
  const loc = (x: number, y: number, endX: number, endY: number, colour: string) =>
    line(`M${x} ${y}C${x * 1.3} ${y + 120} ${endX} ${endY - 160} ${endX} ${endY}`, colour, 46);
  return {
    back: repeat(11, (i) => {
      const side = i - 5;
      return loc(side * 30, -200, side * 47, 330 - Math.abs(side) * 8 + (i % 3) * 26, i % 2 ? base : light);
    }),
    front: layers(
      shape(cap(w, -304, -166, 20), base),
      pair((k) => loc(k * (w - 40), -226, k * (w + 26), 214, base) + loc(k * (w - 14), -180, k * (w + 62), 266, light)),
      repeat(5, (i) => line(`M${-88 + i * 44} -286L${-124 + i * 62} -186`, light, 8)),
    ),
  };
};

export const bob = ({ w, base, light }: Scalp): Hair => {
  const behind = d`
    M${-w - 54} 176
    C${-w - 74} -120 ${-w - 30} -305 0 -305
    S${w + 74} -120 ${w + 54} 176
    Q${w} 206 ${w * 0.6} 176
    L0 -40
    L${-w * 0.6} 176
    Q${-w} 206 ${-w - 54} 176Z`;
  const over = d`
    M${-w - 54} 170
    C${-w - 74} -120 ${-w - 30} -306 0 -306
    S${w + 74} -120 ${w + 54} 170
    Q${w + 26} 190 ${w - 6} 178
    C${w + 12} 20 ${w * 0.9} -110 ${-w * 0.34} -200
    C${-w * 0.9} -140 ${-w - 8} 20 ${-w + 6} 178
    Q${-w - 30} 190 ${-w - 54} 170Z`;
  const gleam = `M${-w * 0.3} -212C${w * 0.4} -190 ${w * 1.05} -90 ${w + 24} 60`;
  return { back: shape(behind, base), front: shape(over, base) + line(gleam, light, 9) };
};

export const long = ({ w, base, light }: Scalp): Hair => {
  const behind = d`
    M0 -306
    C${-w - 70} -306 ${-w - 90} -80 ${-w - 72} 120
    C${-w - 60} 260 ${-w - 100} 330 ${-w - 70} 450
    C-60 500 60 500 ${w + 70} 450
    C${w + 100} 330 ${w + 60} 260 ${w + 72} 120
    C${w + 90} -80 ${w + 70} -306 0 -306Z`;
  const over = d`
    M0 -306
    C${-w - 50} -306 ${-w - 66} -90 ${-w - 46} 120
    L${-w + 4} 110
    C${-w - 4} -20 ${-w * 0.8} -130 0 -206
    C${w * 0.8} -130 ${w + 4} -20 ${w - 4} 110
    L${w + 46} 120
    C${w + 66} -90 ${w + 50} -306 0 -306Z`;
  const gleams = d`
    M-6 -280C${-w * 0.8} -240 ${-w - 26} -100 ${-w - 24} 40
    M8 -280C${w * 0.8} -240 ${w + 26} -100 ${w + 24} 40`;
  return { back: shape(behind, base), front: shape(over, base) + line(gleams, light, 9) };
};

const WAVES: readonly Curl[] = [
  [-170, -150, 110],
  [170, -150, 110],
  [-206, 0, 92],
  [206, 0, 92],
  [-214, 130, 92],
  [214, 130, 92],
  [-196, 262, 100],
  [196, 262, 100],
  [-120, 350, 90],
  [120, 350, 90],
  [0, -210, 120],
  [0, 120, 200],
];

export const wavy = ({ w, base, light }: Scalp): Hair => {
  const over = d`
    M-20 -312
    C${-w - 80} -320 ${-w - 90} -90 ${-w - 40} 60
    L${-w + 8} 40
    C${-w + 2} -70 ${-w * 0.6} -120 -30 -196
    C${w * 0.5} -190 ${w * 0.98} -110 ${w - 6} 50
    L${w + 44} 60
    C${w + 90} -90 ${w + 90} -316 -20 -312Z`;
  const gleams = d`
    M-24 -240C40 -250 ${w} -190 ${w + 18} -60
    M-40 -250C${-w * 0.8} -240 ${-w - 30} -140 ${-w - 24} -40`;
  return { back: curls(WAVES, base), front: shape(over, base) + line(gleams, light, 9) };
};

const CURLS_BEHIND: readonly Curl[] = [
  [0, -240, 130],
  [-130, -220, 120],
  [130, -220, 120],
  [-206, -100, 116],
  [206, -100, 116],
  [-226, 40, 112],
  [226, 40, 112],
  [-216, 180, 108],
  [216, 180, 108],
  [-160, 280, 92],
  [160, 280, 92],
];
const CURLS_OVER: readonly Curl[] = [
  [-118, -186, 52],
  [-50, -214, 58],
  [40, -214, 58],
  [118, -182, 50],
  [150, -116, 38],
  [-150, -116, 38],
];
const CURL_GLEAMS: readonly (readonly [x: number, y: number])[] = [
  [-220, -110],
  [214, -120],
  [-236, 60],
  [236, 50],
  [-200, 210],
  [206, 210],
];

export const curlyLong = ({ w, base, light }: Scalp): Hair => ({
  back: layers(
    curls(CURLS_BEHIND, base),
    each(CURL_GLEAMS, ([x, y]) => line(`M${x - 40} ${y}A40 40 0 0 1 ${x + 40} ${y}`, light, 10)),
  ),
  front: layers(
    shape(cap(w, -296, -166, -10), base),
    curls(CURLS_OVER, base),
    line("M-84 -214A40 40 0 0 1 -10 -222M20 -226A42 42 0 0 1 98 -210", light, 9),
  ),
});
