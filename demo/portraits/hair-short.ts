import { type Curl, cap, curls, type Hair, type Scalp, strand } from "./hair-parts.ts";
import { d, each, layers, line, shape } from "./svg.ts";

const onTop = (...parts: string[]): Hair => ({ back: "", front: layers(...parts) });

/** No hair: a gleam. */
export const shaved = ({ w }: Scalp): Hair =>
  onTop(line(`M${-w * 0.45} -196C${-w * 0.3} -222 -20 -230 10 -230`, "#fff", 12, 'opacity=".35"'));

export const buzz = ({ w, base }: Scalp): Hair => onTop(shape(cap(w, -266, -158, 6), base, 'opacity=".92"'));

export const crop = ({ w, base, light }: Scalp): Hair => {
  const fringe = d`
    M${-w * 0.8} -170
    L${-w * 0.5} -112
    L${-w * 0.3} -150
    L-20 -104
    L${w * 0.24} -148
    L${w * 0.5} -110
    L${w * 0.82} -178
    L0 -260Z`;
  return onTop(shape(cap(w, -292, -150, 10), base), shape(fringe, base), strand(w, -292, light));
};

export const quiff = ({ w, base, light }: Scalp): Hair => {
  const wave = d`
    M${-w * 0.9} -150
    C${-w} -250 ${-w * 0.7} -330 -10 -345
    C${w * 0.7} -356 ${w * 1.12} -318 ${w * 1.02} -170
    C${w * 0.92} -140 ${w * 0.4} -150 ${-w * 0.9} -150Z`;
  return onTop(
    shape(cap(w, -280, -160, 16), base),
    shape(wave, base),
    line(`M${-w * 0.5} -250C-40 -310 60 -316 ${w * 0.7} -282`, light, 10),
  );
};

export const sidePart = ({ w, base, light }: Scalp): Hair => {
  const sweep = d`
    M${-w * 0.52} -292
    C${w * 0.4} -330 ${w * 1.2} -270 ${w + 8} -60
    C${w * 0.86} -150 ${w * 0.2} -120 ${-w * 0.52} -292Z`;
  return onTop(
    shape(cap(w, -296, -150, 20), base),
    shape(sweep, base),
    line(`M${-w * 0.52} -286C${-w * 0.3} -200 ${w * 0.3} -170 ${w * 0.78} -150`, light, 9),
  );
};

const MOP: readonly Curl[] = [
  [-118, -212, 62],
  [-62, -266, 68],
  [14, -286, 72],
  [88, -256, 66],
  [126, -204, 56],
  [-50, -196, 54],
  [32, -200, 58],
  [92, -184, 42],
  [-104, -170, 36],
];
const MOP_GLEAMS: readonly Curl[] = [
  [-70, -280, 26],
  [20, -300, 28],
  [92, -262, 24],
  [-10, -216, 22],
  [-112, -216, 20],
];

export const curlyTop = ({ w, base, light }: Scalp): Hair =>
  onTop(
    shape(cap(w, -262, -170, 14), base, 'opacity=".86"'),
    curls(MOP, base),
    each(MOP_GLEAMS, ([x, y, r]) => line(`M${x - r} ${y}A${r} ${r} 0 0 1 ${x + r} ${y}`, light, 9)),
  );

export const flatTop = ({ w, base }: Scalp): Hair => {
  const block = d`
    M${-w * 0.94} -150
    L${-w} -330
    Q${-w} -360 ${-w * 0.8} -362
    L${w * 0.8} -350
    Q${w} -346 ${w} -318
    L${w * 0.94} -150
    Q0 -186 ${-w * 0.94} -150Z`;
  return onTop(shape(cap(w, -262, -160, 8), base, 'opacity=".84"'), shape(block, base));
};

export const pixie = ({ w, base, light }: Scalp): Hair => {
  const sweep = d`
    M${-w * 0.7} -282
    C${w * 0.5} -330 ${w * 1.24} -230 ${w + 4} 20
    C${w * 0.9} -90 ${w * 0.5} -96 ${-w * 0.9} -70
    C${-w * 1.02} -110 ${-w} -200 ${-w * 0.7} -282Z`;
  const gleam = `M${-w * 0.4} -240C${w * 0.2} -240 ${w * 0.7} -190 ${w * 0.86} -110`;
  return onTop(shape(cap(w, -300, -150, 40), base), shape(sweep, base), line(gleam, light, 9));
};
