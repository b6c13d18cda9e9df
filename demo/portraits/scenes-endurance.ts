import { CHALK, CRUSH, INK, VOLT, WHITE } from "./palette.ts";
import { type Scene, shoe, sun } from "./scene-parts.ts";
import { numerals } from "./shapes.ts";
import {
  d,
  disc,
  each,
  ellipse,
  group,
  HEIGHT,
  layers,
  line,
  pair,
  polar,
  rect,
  repeat,
  ring,
  shape,
  WIDTH,
} from "./svg.ts";

export const shoeAndBottle: Scene = (s) =>
  layers(
    sun(s, 800, 330, 210),
    repeat(6, (i) => {
      const lane = `M${-700 + i * 330} 1350L${420 + i * 44} 560H${460 + i * 44}L${-400 + i * 330} 1350Z`;
      return shape(lane, i % 2 ? s.dark : s.light);
    }),
    rect(0, 520, WIDTH, 44, s.dark),
    shape("M0 520C160 420 260 480 380 440S640 470 760 450S980 430 1080 480V524H0Z", s.dark),
    ellipse(520, 1150, 440, 30, INK, 'opacity=".3"'),
    group("translate(500 980) rotate(-6)", shoe(s, s.top, s.top === INK ? s.pop : INK)),
    group(
      "translate(905 900)",
      rect(-70, -190, 140, 430, s.pop, 34),
      rect(-50, -252, 100, 72, INK, 14),
      rect(-22, -292, 44, 50, CHALK, 12),
      rect(-70, -40, 140, 120, CHALK),
      line("M-56 22H-20L-6 -16L14 56L26 22H56", CRUSH, 10),
    ),
  );

export const trackFromAbove: Scene = (s) => {
  const sole = d`
    M-300 0
    C-310 -90 -200 -120 -100 -92
    C-20 -70 40 -110 150 -108
    C270 -104 320 -50 318 6
    C314 70 250 100 140 92
    C40 84 -20 64 -100 86
    C-200 112 -292 84 -300 0Z`;
  const laces = d`
    M-60 -50L10 44
    M0 -56L70 50
    M60 -62L130 50
    M-50 40L20 -56
    M20 50L80 -62
    M80 54L140 -60`;
  return layers(
    repeat(6, (i) => shape(`M${i * 200 - 60} 1350V0H${i * 200 + 120}V1350Z`, i % 2 ? s.dark : s.field)),
    repeat(7, (i) => rect(i * 200 - 72, 0, 12, HEIGHT, CHALK)),
    rect(0, 880, WIDTH, 30, CHALK),
    repeat(6, (i) => numerals(i * 200 + 4, 1090, 1.5, i + 1, CHALK, 20)),
    group(
      "translate(500 560) rotate(-68)",
      ellipse(10, 20, 300, 112, INK, 'opacity=".22"'),
      shape(sole, s.pop),
      shape("M-250 0C-250 -50 -200 -70 -130 -56C-90 -46 -90 44 -130 54C-200 66 -250 46 -250 0Z", INK),
      line(laces, CHALK, 14),
    ),
  );
};

export const roadBike: Scene = (s) => {
  const wheel = (x: number) =>
    layers(
      ring(x, 950, 196, INK, 26),
      ring(x, 950, 172, CHALK, 7),
      repeat(12, (i) => {
        const [rimX, rimY] = polar(x, 950, 168, i * 30 + 8);
        return line(`M${x} 950L${rimX} ${rimY}`, CHALK, 4, 'opacity=".8"');
      }),
      disc(x, 950, 22, INK),
    );
  return layers(
    sun(s, 740, 380, 250),
    shape("M0 700L260 430L520 680L800 470L1080 720V1350H0Z", s.light),
    shape("M0 860L320 650L640 850L1080 690V1350H0Z", s.dark),
    rect(0, 1130, WIDTH, 220, INK, 0, 'opacity=".85"'),
    repeat(5, (i) => rect(40 + i * 240, 1230, 130, 16, CHALK, 8)),
    each([290, 790], wheel),
    line("M290 950L450 640L700 640L790 950M450 640L545 950L700 640M290 950H545", s.pop, 26), // frame
    line("M450 640L430 580M700 640L682 556", INK, 20),
    line("M360 572Q430 552 500 576", INK, 34), // saddle
    line("M682 556L760 540C830 540 830 640 770 636", INK, 20), // bars
    ring(545, 950, 48, INK, 16),
    line("M545 950L600 1040M576 1042H630", INK, 16), // crank
  );
};

const FIRS: readonly (readonly [x: number, y: number, size: number])[] = [
  [150, 900, 90],
  [250, 1050, 130],
  [960, 760, 70],
  [120, 1210, 150],
];

export const windingRoad: Scene = (s) => {
  const road = d`
    M430 1350
    C300 1130 900 1080 760 900
    C660 780 380 800 470 690
    C510 640 600 630 640 600
    L652 606
    C630 650 580 660 560 700
    C520 780 880 760 980 900
    C1080 1060 900 1180 1000 1350Z`;
  return layers(
    sun(s, 300, 300, 190),
    shape("M0 560L220 300L420 520L700 240L1080 600V1350H0Z", s.light),
    shape("M0 720C260 560 420 640 620 560S980 560 1080 640V1350H0Z", s.dark),
    shape(road, INK, 'opacity=".82"'),
    line("M715 1330C640 1160 900 1060 850 920C780 790 500 800 516 700", CHALK, 9, 'stroke-dasharray="46 40"'),
    each(FIRS, ([x, y, size]) => {
      const fir = `M${x} ${y - size * 2}L${x + size * 0.7} ${y}H${x - size * 0.7}Z`;
      return shape(fir, s.top) + rect(x - 8, y, 16, size * 0.3, INK);
    }),
  );
};

export const goggles: Scene = (s) =>
  layers(
    rect(0, 0, WIDTH, HEIGHT, s.light),
    repeat(4, (i) => {
      const beam = `M${i * 360 - 180} 0H${i * 360 - 20}L${i * 430 - 260} 1350H${i * 430 - 420}Z`;
      return shape(beam, s.field, 'opacity=".7"');
    }),
    each([250, 540, 830], (x, rope) =>
      repeat(26, (i) =>
        rect(x - 22 + (x - 540) * i * 0.012, i * 54 - 10, 44, 44, (i + rope) % 6 < 3 ? s.pop : CHALK, 14),
      ),
    ),
    repeat(7, (i) => {
      const ripple = `M${-60 + (i % 3) * 50} ${150 + i * 180}q45 -44 90 0t90 0t90 0`;
      return line(ripple, WHITE, 10, `opacity=".55" transform="translate(${(i * 397) % 760} 0)"`);
    }),
    group(
      "translate(540 760) rotate(-14)",
      line("M-420 60C-330 -30 -300 -20 -250 0M420 60C330 -30 300 -20 250 0", INK, 34),
      each([-270, 20], (x) => rect(x, -110, 250, 200, INK, 92)),
      each([-240, 50], (x) => rect(x, -82, 190, 144, s.pop, 66)),
      line("M-200 30L-120 -60M90 30L170 -60", WHITE, 20, 'opacity=".75"'),
      line("M-24 -10Q0 -40 24 -10", INK, 26),
    ),
  );

export const openWater: Scene = (s) =>
  layers(
    rect(0, 640, WIDTH, 710, s.light),
    sun(s, 540, 640, 300),
    rect(0, 640, WIDTH, 710, s.dark),
    repeat(9, (i) => rect(540 - (330 - i * 26), 690 + i * 62, 660 - i * 52, 20 - i, s.halo, 10, 'opacity=".75"')),
    pair((k) => {
      const rope = repeat(8, (i) => `${i ? "L" : "M"}${540 + k * (70 + i * 66)} ${660 + i * 98}`);
      return line(rope, s.pop, 30, 'stroke-dasharray="2 50"');
    }),
    shape("M0 1350V1230H250V1190H120V1120H420V1190H330V1350Z", INK), // starting block
    numerals(150, 1245, 0.9, 4, VOLT, 16),
  );
