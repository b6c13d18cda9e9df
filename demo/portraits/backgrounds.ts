import type { Activity } from "./activities.ts";
import { ballColour, CHALK, INK, LEATHER, type Scheme, WHITE } from "./palette.ts";
import { at, type Random } from "./random.ts";
import { HOLD, plate } from "./shapes.ts";
import { d, disc, each, group, HEIGHT, layers, line, polar, rect, repeat, ring, round1, shape, WIDTH } from "./svg.ts";

/** The background of a person; the head is on a halo around (540, 450). */
type Motif = (s: Scheme, random: Random) => string;

const plateBehind: Motif = (s) => layers(plate(540, 470, 520, s.dark, s.light, s.field), disc(540, 470, 330, s.halo));

const gymRings: Motif = (s) =>
  layers(
    rect(0, 0, WIDTH, 70, s.dark),
    each([170, 910], (x) => line(`M${x} 0V420`, s.light, 30) + ring(x, 530, 112, s.halo, 34)),
    shape("M0 1010L420 760H660L1080 1010V1350H0Z", s.dark),
    disc(540, 440, 300, s.light),
  );

const trackBend: Motif = (s) =>
  layers(
    repeat(7, (i) => ring(1010, 1420, 420 + i * 150, i % 2 ? s.dark : s.light, i === 5 ? 150 : 10)),
    disc(540, 450, 335, s.halo),
  );

const wheel: Motif = (s) =>
  layers(
    disc(540, 470, 480, s.dark),
    repeat(18, (i) => {
      const [rimX, rimY] = polar(540, 470, 470, i * 20 + 5);
      const [hubX, hubY] = polar(540, 470, 60, i * 20 + 65);
      return line(`M${hubX} ${hubY}L${rimX} ${rimY}`, s.light, 5);
    }),
    ring(540, 470, 480, s.halo, 34),
    ring(540, 470, 432, s.light, 10),
  );

const laneRopes: Motif = (s) =>
  layers(
    each([90, 330, 750, 990], (x) =>
      repeat(24, (i) => rect(x - 17, i * 58 - 20, 34, 46, i % 4 < 2 ? s.pop : s.halo, 14)),
    ),
    disc(540, 450, 330, s.light),
  );

const arches: Motif = (s) =>
  each([s.dark, s.field, s.light, s.field, s.halo], (colour, i) =>
    shape(`M${40 + i * 100} 1350V480A${500 - i * 100} ${460 - i * 90} 0 0 1 ${1040 - i * 100} 480V1350Z`, colour),
  );

const boxingRing: Motif = (s) =>
  layers(
    rect(0, 0, WIDTH, HEIGHT, s.dark),
    shape("M0 0H1080V640H0Z", s.field),
    disc(540, 450, 345, s.halo),
    each([s.pop, CHALK, s.light], (rope, i) => rect(-10, 300 + i * 220, 1100, 34, rope, 17)),
    disc(540, 450, 318, s.halo), // covers the ropes: the halo stays whole, with a rim
    rect(60, 200, 74, 900, s.top, 16),
    each([250, 470, 690], (y) => rect(48, y, 98, 150, s.pop, 18)),
  );

const HOLDS: readonly (readonly [x: number, y: number])[] = [
  [110, 150],
  [300, 250],
  [880, 130],
  [985, 420],
  [110, 620],
  [930, 700],
  [210, 830],
  [760, 60],
  [60, 400],
];

const climbingWall: Motif = (s, random) =>
  layers(
    shape("M0 0H470L250 420L0 300Z", s.dark),
    shape("M470 0H1080V340L700 470Z", s.light),
    shape("M0 300L250 420L120 900L0 1000Z", s.light),
    shape("M1080 340L700 470L860 980L1080 1100Z", s.dark),
    disc(540, 450, 300, s.halo),
    each(HOLDS, ([x, y], i) =>
      group(
        `translate(${x} ${y}) rotate(${round1(random.between(0, 360))})`,
        shape(HOLD, at([s.pop, s.trim, CHALK, s.top], i % 4)),
        disc(0, 0, 9, s.dark),
      ),
    ),
  );

const peaks: Motif = (s) =>
  layers(
    disc(540, 440, 350, s.halo),
    shape("M-40 800L150 520L290 690L420 560L540 700L690 540L830 680L960 470L1120 760V1350H-40Z", s.light),
    shape("M150 520L206 596L160 580L120 610L92 604ZM960 470L1022 580L970 560L930 590L896 566Z", WHITE, 'opacity=".75"'),
    shape("M0 940L180 740L420 960L700 760L900 920L1080 760V1350H0Z", s.dark),
  );

const stageLights: Motif = (s) =>
  layers(
    shape("M-40 0H200L700 1350H60Z", s.light, 'opacity=".75"'),
    shape("M1120 0H880L380 1350H1020Z", s.dark),
    disc(540, 450, 335, s.halo),
    repeat(5, (i) => {
      const dashes = `stroke-dasharray="${90 + i * 40} ${120 - i * 8}"`;
      return ring(540, 450, 380 + i * 52, i % 2 ? s.light : s.pop, 9, dashes);
    }),
  );

const tennisCourt: Motif = (s) =>
  layers(
    shape("M160 420H920L1180 1350H-100Z", s.dark),
    line("M160 420H920L1180 1350H-100ZM258 420L60 1350M822 420L1020 1350M110 680H970", CHALK, 12),
    disc(540, 440, 320, s.halo),
    disc(885, 210, 92, ballColour(s)),
    line(
      "M815 150C860 190 860 240 812 266M955 150C912 190 912 240 958 266",
      ballColour(s) === CHALK ? s.dark : CHALK,
      11,
    ),
  );

const basketball: Motif = (s) =>
  layers(
    rect(0, 0, WIDTH, HEIGHT, s.dark),
    shape("M0 0H1080V700A540 540 0 0 1 0 700Z", s.field),
    line("M0 700A540 540 0 0 0 1080 700", CHALK, 12),
    disc(540, 450, 350, LEATHER),
    line(
      d`M540 100V800
        M190 450H890
        M290 205C420 330 420 570 290 695
        M790 205C660 330 660 570 790 695`,
      INK,
      11,
    ),
  );

export const MOTIFS: Record<Activity, Motif> = {
  Weightlifting: plateBehind,
  CrossFit: gymRings,
  Running: trackBend,
  Cycling: wheel,
  Swimming: laneRopes,
  Yoga: arches,
  Boxing: boxingRing,
  "Rock Climbing": climbingWall,
  Hiking: peaks,
  Dance: stageLights,
  Tennis: tennisCourt,
  Basketball: basketball,
};
