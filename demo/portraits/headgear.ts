import type { Activity } from "./activities.ts";
import { cap, type Hair, type Scalp } from "./hair-parts.ts";
import { CHALK, INK, type Scheme, WHITE } from "./palette.ts";
import { d, each, layers, line, pair, rect, shape } from "./svg.ts";

/** The scarf leaves the face free; the second half of the front's path is the opening. */
export const headscarf = ({ w, scarf }: Scalp): Hair => {
  const behind = d`
    M0 -300
    C-260 -300 -262 0 -230 190
    C-224 290 -286 320 -280 400
    Q-276 440 -200 440
    H200
    Q276 440 280 400
    C286 320 224 290 230 190
    C262 0 260 -300 0 -300Z`;
  const over = d`
    M0 -300
    C-250 -300 -250 -40 -214 150
    C-180 290 -110 350 0 356
    C110 350 180 290 214 150
    C250 -40 250 -300 0 -300Z
    M0 -190
    C100 -190 ${w - 4} -110 ${w - 6} 0
    C${w - 8} 130 90 226 0 232
    C-90 226 ${-w + 8} 130 ${-w + 6} 0
    C${-w + 4} -110 -100 -190 0 -190Z`;
  const folds = "M-190 120C-150 260 -60 300 30 310M-206 60C-190 160 -150 230 -100 262";
  return {
    back: shape(behind, scarf),
    front: shape(over, scarf, 'fill-rule="evenodd"') + line(folds, INK, 7, 'opacity=".18"'),
  };
};

export const turban = ({ w, pop }: Scalp): Hair => {
  const cloth = d`
    M${-w - 22} -40
    C${-w - 60} -240 -120 -370 0 -370
    S${w + 60} -240 ${w + 22} -40
    C${w * 0.9} -120 ${w * 0.5} -150 0 -206
    C${-w * 0.5} -150 ${-w * 0.9} -120 ${-w - 22} -40Z`;
  const folds = d`
    M0 -210C-90 -230 -170 -180 ${-w - 14} -80
    M0 -250C-100 -270 -180 -220 ${-w - 22} -130
    M20 -296C-90 -316 -170 -270 -200 -190
    M0 -210C90 -230 170 -180 ${w + 14} -80
    M30 -246C120 -262 180 -220 ${w + 22} -130`;
  return { back: "", front: shape(cloth, pop) + line(folds, INK, 8, 'opacity=".28"') };
};

/** Drawn over the head, in place of the hair. */
type Headgear = (w: number, s: Scheme) => string;

const capAndGoggles: Headgear = (w, s) =>
  layers(
    shape(cap(w + 4, -286, -140, -50), s.trim),
    line("M-60 -262C0 -280 60 -276 100 -246", CHALK, 9, 'opacity=".6"'),
    rect(-w - 10, -176, w * 2 + 20, 20, INK, 8),
    pair((k) =>
      layers(
        rect(k * 72 - 58, -206, 116, 74, INK, 34),
        rect(k * 72 - 44, -194, 88, 50, s.pop, 24),
        line(`M${k * 72 - 26} -160L${k * 72 - 6} -184`, WHITE, 8, 'opacity=".7"'),
      ),
    ),
  );

const helmet: Headgear = (w, s) => {
  const shell = d`
    M${-w - 26} -96
    C${-w - 50} -280 -130 -352 0 -352
    S${w + 50} -280 ${w + 26} -96
    C${w * 0.6} -150 ${-w * 0.6} -150 ${-w - 26} -96Z`;
  const vent = (x: number) => d`
    M${x - 15} -186
    L${x * 0.75 - 12} -318
    Q${x * 0.75} -330 ${x * 0.75 + 12} -318
    L${x + 15} -186
    Q${x} -178 ${x - 15} -186Z`;
  const strap = `M${-w - 2} -90L${-w * 0.86} 130Q-60 262 0 262Q60 262 ${w * 0.86} 130L${w + 2} -90`;
  return layers(
    shape(shell, s.trim),
    each([-104, -38, 38, 104], (x) => shape(vent(x), s.trim === INK ? s.pop : INK)),
    line(strap, INK, 12),
  );
};

export const HEADGEAR: Partial<Record<Activity, Headgear>> = { Swimming: capAndGoggles, Cycling: helmet };
