import { cap, type Hair, type Scalp } from "./hair-parts.ts";
import { d, disc, ellipse, group, layers, line, pair, rect, repeat, shape } from "./svg.ts";

export const bun = ({ w, base, light, pop }: Scalp): Hair => ({
  back: disc(0, -318, 84, base) + line("M-46 -338A60 60 0 0 1 44 -344M-30 -300A44 44 0 0 0 36 -302", light, 9),
  front: layers(
    shape(cap(w, -282, -176, -2), base),
    line(`M${-w * 0.6} -200L-26 -262M${w * 0.6} -200L26 -262M0 -190V-266`, light, 7),
    rect(-52, -274, 104, 22, pop, 11),
  ),
});

export const manBun = ({ w, base, light }: Scalp): Hair => ({
  back: disc(20, -300, 62, base),
  front: layers(
    shape(cap(w, -276, -178, 24), base),
    line(`M${-w * 0.62} -196L0 -258M${w * 0.62} -196L30 -258M0 -192L16 -256`, light, 7),
  ),
});

export const ponytail = ({ w, base, light, pop }: Scalp): Hair => ({
  back: layers(
    shape(
      "M30 -300C180 -380 330 -250 300 -30C286 90 330 160 262 300C250 190 190 130 196 -10C200 -130 150 -220 30 -250Z",
      base,
    ),
    line("M110 -300C240 -290 262 -140 246 20C240 100 262 150 258 210", light, 10),
  ),
  front: layers(
    shape(cap(w, -284, -172, 0), base),
    line(`M${-w * 0.66} -188C-60 -240 0 -262 50 -270M${w * 0.5} -196L80 -262`, light, 7),
    group("rotate(24 70 -286)", rect(36, -304, 30, 62, pop, 12)),
  ),
});

export const boxerBraids = ({ w, base, light }: Scalp): Hair => {
  const partings = d`
    M0 -278V-176
    M${-w * 0.4} -258Q${-w * 0.7} -190 ${-w} -60
    M${w * 0.4} -258Q${w * 0.7} -190 ${w} -60`;
  const braid = (side: -1 | 1) =>
    repeat(8, (i) => ellipse(side * (w + 6 + i * 4), 40 + i * 46, 34, 32, i % 2 ? light : base));
  return { back: "", front: layers(shape(cap(w, -282, -170, 10), base), line(partings, light, 8), pair(braid)) };
};
