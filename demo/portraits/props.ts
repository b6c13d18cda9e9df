import type { Activity } from "./activities.ts";
import { brightness, CHALK, CRUSH, INK, LEATHER, type Scheme, STEEL, WHITE } from "./palette.ts";
import type { Random } from "./random.ts";
import { numerals, racketStrings } from "./shapes.ts";
import { d, disc, each, ellipse, group, layers, line, MIRRORED, pair, rect, repeat, ring, shape } from "./svg.ts";

/** In front of the body: identifies the sport at a glance. */
type Prop = (s: Scheme, random: Random) => string;

const loadedBar: Prop = (s) =>
  layers(
    rect(-20, 850, 1120, 34, STEEL, 17),
    rect(-20, 852, 1120, 9, WHITE, 4, 'opacity=".6"'),
    pair((k) =>
      group(
        k < 0 ? "" : MIRRORED,
        rect(22, 560, 84, 610, s.pop, 22),
        rect(106, 630, 56, 470, brightness(s.field) < 50 ? "#6C7F8E" : INK, 18),
        rect(162, 700, 38, 330, CHALK, 14),
        rect(200, 826, 40, 82, "#8C9299", 8),
      ),
    ),
  );

const gloves: Prop = (s) =>
  pair((k) =>
    group(
      `translate(${540 + k * 300} 1120) scale(${-k} 1) rotate(-8)`,
      shape(
        d`M-118 250
          L-112 90
          C-176 30 -186 -120 -96 -168
          C-20 -206 96 -196 128 -120
          C152 -60 140 20 110 84
          L112 250Z`,
        s.pop,
      ),
      shape("M128 -96C186 -110 206 -30 172 30C150 70 110 84 92 60C116 10 116 -50 128 -96Z", s.pop),
      line(
        "M126 -92C114 -40 118 20 88 64M-70 -70C-20 -96 40 -96 84 -72M-80 -10C-30 -36 30 -36 74 -16",
        INK,
        10,
        'opacity=".28"',
      ),
      shape("M-118 250L-112 90C-176 30 -186 -120 -96 -168C-130 -60 -90 40 -60 100L-56 250Z", INK, 'opacity=".14"'),
      rect(-128, 128, 252, 44, CHALK, 12),
    ),
  );

const backpackStraps: Prop = (s) =>
  layers(
    pair((k) => {
      const x = (offset: number) => 540 + k * offset;
      const strap = d`
        M${x(150)} 862
        L${x(232)} 884
        C${x(262)} 1010 ${x(262)} 1180 ${x(256)} 1360
        H${x(168)}
        C${x(180)} 1180 ${x(176)} 1010 ${x(150)} 862Z`;
      return shape(strap, s.pop);
    }),
    rect(372, 1120, 336, 34, INK, 12),
    rect(504, 1104, 72, 66, INK, 12),
  );

const racket: Prop = (s) => {
  const lightGrip = s.halo === CRUSH ? CHALK : s.halo;
  return group(
    "translate(850 1010) rotate(24)",
    rect(-20, 150, 40, 300, brightness(s.top) < 110 ? lightGrip : INK, 18),
    ellipse(0, -40, 150, 196, CHALK, `fill-opacity=".35" stroke="${s.pop}" stroke-width="30"`),
    line(racketStrings(140, 186, 36, -40), CHALK, 5),
  );
};

const ball: Prop = () =>
  group(
    "translate(270 1180) rotate(-18)",
    disc(0, 0, 220, LEATHER),
    line("M-220 0H220M0 -220V220M-156 -156C-60 -70 -60 70 -156 156M156 -156C60 -70 60 70 156 156", INK, 12),
  );

const PINS: readonly (readonly [x: number, y: number])[] = [
  [-146, -98],
  [146, -98],
  [-146, 86],
  [146, 86],
];

const bib: Prop = (_s, random) =>
  group(
    "translate(540 1112) scale(.88) rotate(-3)",
    rect(-170, -120, 340, 230, CHALK, 14),
    rect(-170, -120, 340, 50, CRUSH, 14),
    rect(-170, -90, 340, 20, CRUSH),
    each(PINS, ([x, y]) => disc(x, y, 8, INK)),
    numerals(-112, -42, 1.35, Math.floor(random.between(101, 980)), INK, 17),
  );

const kettlebell: Prop = (s) =>
  group(
    "translate(830 1150)",
    shape("M-66 -70C-120 -210 120 -210 66 -70L40 -70C76 -170 -76 -170 -40 -70Z", INK),
    disc(0, 40, 150, s.pop),
    rect(-90, 170, 180, 40, INK, 10),
    disc(0, 40, 72, CHALK),
    line("M-44 42H-20L-6 4L16 84L28 42H46", INK, 12),
  );

const rolledMat: Prop = (s) =>
  group(
    "translate(880 1040) rotate(14)",
    rect(-80, -160, 160, 640, s.pop, 70),
    ring(0, -90, 52, INK, 12, 'opacity=".35"'),
    ring(0, -90, 24, INK, 10, 'opacity=".35"'),
    rect(-86, 150, 172, 36, s.trim, 10),
  );

const water: Prop = (s) =>
  layers(
    shape("M0 1130Q90 1080 180 1130T360 1130T540 1130T720 1130T900 1130T1080 1130V1350H0Z", s.light, 'opacity=".97"'),
    line("M0 1220Q90 1170 180 1220T360 1220T540 1220T720 1220T900 1220T1080 1220", CHALK, 12),
    line("M-60 1296Q30 1246 120 1296T300 1296T480 1296T660 1296T840 1296T1020 1296", CHALK, 8, 'opacity=".7"'),
  );

const coiledRope: Prop = (s) =>
  layers(
    repeat(6, (i) => {
      const turn = d`
        M${300 + i * 20} ${884 - i * 3}
        C${400 + i * 16} ${1060 - i * 6} ${600 + i * 10} ${1230 - i * 16} ${800 + i * 14} ${1370 - i * 20}`;
      return line(turn, i % 2 ? s.pop : s.halo, 18);
    }),
    group("translate(742 1262) rotate(-40)", ring(0, 0, 58, STEEL, 20), rect(-16, -84, 32, 60, INK, 10)),
  );

const confetti: Prop = (s) =>
  layers(
    disc(120, 1040, 26, s.pop),
    disc(960, 980, 34, s.trim),
    disc(220, 1230, 18, CHALK),
    disc(880, 1240, 22, s.light),
  );

export const PROPS: Record<Activity, Prop> = {
  Weightlifting: loadedBar,
  CrossFit: kettlebell,
  Running: bib,
  Cycling: () => "", // the helmet says it already
  Swimming: water,
  Yoga: rolledMat,
  Boxing: gloves,
  "Rock Climbing": coiledRope,
  Hiking: backpackStraps,
  Dance: confetti,
  Tennis: racket,
  Basketball: ball,
};

/** Props that move with the body; the others stay where they are on the page. */
export const WORN: readonly Activity[] = ["Weightlifting", "Hiking", "Running", "Rock Climbing"];
