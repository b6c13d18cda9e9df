import { brightness, CHALK, CRUSH, INK, STEEL, VOLT, WHITE } from "./palette.ts";
import { at } from "./random.ts";
import { floor, type Scene, sun } from "./scene-parts.ts";
import { HOLD } from "./shapes.ts";
import { d, disc, each, ellipse, group, layers, line, rect, repeat, ring, round1, shape } from "./svg.ts";

const HOLDS: readonly (readonly [x: number, y: number, scale: number])[] = [
  [190, 190, 1.5],
  [480, 330, 1.1],
  [840, 240, 1.9],
  [960, 640, 1.2],
  [160, 700, 1.7],
  [560, 760, 2.3],
  [860, 980, 1.6],
  [240, 1120, 1.3],
  [600, 1190, 1.5],
  [660, 80, 0.9],
];

export const wallAndRope: Scene = (s, { random }) => {
  const rope = "M420 -20C380 300 720 520 500 860C430 980 460 1160 420 1370";
  return layers(
    shape("M0 0H600L380 520L0 420Z", s.dark),
    shape("M600 0H1080V560L760 640L380 520Z", s.light),
    shape("M0 420L380 520L260 1350H0Z", s.light),
    shape("M1080 560L760 640L900 1350H1080Z", s.dark),
    each(HOLDS, ([x, y, scale], i) =>
      group(
        `translate(${x} ${y}) rotate(${round1(random.between(0, 360))}) scale(${scale})`,
        shape("M-58 -2C-50 -46 10 -52 48 -28C76 -8 60 40 22 50C-20 60 -64 40 -58 -2Z", INK, 'opacity=".25"'),
        shape(HOLD, at([CRUSH, VOLT, CHALK, s.top, s.halo], i % 5)),
        shape("M-40 -16C-30 -40 10 -44 34 -28C10 -30 -20 -24 -40 -16Z", WHITE, 'opacity=".35"'),
        disc(0, 2, 9, INK, 'opacity=".5"'),
      ),
    ),
    line(rope, INK, 22, 'opacity=".2" transform="translate(14 14)"'),
    line(rope, s.pop, 22),
    line(rope, CHALK, 5, 'stroke-dasharray="16 22"'),
  );
};

export const quickdraw: Scene = (s) =>
  layers(
    sun(s, 760, 330, 200),
    shape("M0 0H420L520 260L430 520L560 820L470 1080L600 1350H0Z", s.dark),
    shape("M0 0H260L330 360L200 640L360 980L280 1350H0Z", s.light),
    shape("M700 1350L820 1090L930 1190L1080 980V1350Z", s.top),
    line("M470 -20C470 220 560 300 540 540", s.pop, 22),
    group(
      "translate(540 560) rotate(8)",
      rect(-20, 60, 40, 260, s.pop, 10),
      each([0, 330], (y) =>
        layers(
          rect(-70, y - 90, 140, 210, "none", 70, `stroke="${STEEL}" stroke-width="28"`),
          line(`M70 ${y - 40}V${y + 60}`, VOLT, 28),
        ),
      ),
    ),
    line("M560 1010C600 1120 520 1200 560 1370", s.pop, 22),
  );

export const trailMap: Scene = (s) => {
  const trail = d`
    M140 1230
    C260 1060 120 960 260 860
    L330 860L370 780L430 960L500 660L570 880L610 800H690
    C780 790 820 650 740 560
    L700 430`;
  return layers(
    repeat(9, (i) => {
      const contour = d`
        M-60 ${210 + i * 120}
        C200 ${60 + i * 120} ${300 + i * 20} ${340 + i * 110} 560 ${200 + i * 112}
        S900 ${120 + i * 120} 1140 ${260 + i * 100}`;
      return line(contour, i % 3 ? s.dark : s.light, i % 3 ? 7 : 11);
    }),
    repeat(4, (i) => {
      const rim = `stroke="${s.dark}" stroke-width="7" transform="rotate(-16 690 420)"`;
      return ellipse(690, 420, 300 - i * 76, 210 - i * 54, i % 2 ? s.field : s.light, rim);
    }),
    line(trail, INK, 34, 'opacity=".18" transform="translate(10 14)"'),
    line(trail, s.pop, 24),
    disc(140, 1230, 40, CHALK),
    disc(140, 1230, 20, INK),
    group(
      "translate(700 420)",
      shape(
        "M0 10C-110 -110 -120 -160 -110 -210A112 112 0 0 1 110 -210C120 -160 110 -110 0 10Z",
        brightness(s.field) < 50 ? CRUSH : INK,
      ),
      shape("M-66 -176L-20 -250L8 -212L28 -238L66 -176Z", VOLT),
    ),
    group(
      "translate(900 1180)",
      disc(0, 0, 112, CHALK),
      shape("M0 -86L26 0H-26Z", CRUSH),
      shape("M0 86L26 0H-26Z", INK),
      ring(0, 0, 98, INK, 6, 'opacity=".3"'),
    ),
  );
};

const FIRS: readonly (readonly [x: number, y: number, size: number])[] = [
  [120, 1130, 90],
  [960, 1090, 110],
  [860, 1190, 80],
];

export const camp: Scene = (s) =>
  layers(
    sun(s, 760, 360, 210),
    shape("M-40 900L260 360L420 620L600 280L1120 1000V1350H-40Z", s.light),
    shape("M260 360L330 474L280 450L230 490L196 476ZM600 280L712 434L640 404L580 450L530 404Z", WHITE, 'opacity=".85"'),
    shape("M0 1000L260 800L560 1010L860 780L1080 960V1350H0Z", s.dark),
    each(FIRS, ([x, y, size]) => shape(`M${x} ${y - size * 2.4}L${x + size * 0.8} ${y}H${x - size * 0.8}Z`, s.top)),
    shape("M360 1240L560 900L760 1240Z", s.pop), // tent
    shape("M560 900L610 1240H510Z", INK),
    shape("M560 900L760 1240H680Z", INK, 'opacity=".2"'),
    floor(s, 1240, INK),
  );
