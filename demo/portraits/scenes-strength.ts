import { brightness, CHALK, CRUSH, INK, WHITE } from "./palette.ts";
import { floor, type Scene, sun } from "./scene-parts.ts";
import { plate } from "./shapes.ts";
import {
  d,
  disc,
  each,
  ellipse,
  group,
  layers,
  line,
  MIRRORED,
  pair,
  rect,
  repeat,
  ring,
  shape,
  WIDTH,
} from "./svg.ts";

export const loadedBar: Scene = (s) =>
  layers(
    sun(s, 540, 700, 400),
    repeat(3, (i) => rect(0, 560 + i * 84, WIDTH, 12 + i * 8, s.field)),
    floor(s, 960),
    rect(0, 1180, WIDTH, 170, INK, 0, 'opacity=".18"'),
    ellipse(540, 1188, 600, 26, INK, 'opacity=".35"'),
    rect(-40, 930, 1160, 32, "#D3D5D6", 16),
    rect(-40, 932, 1160, 9, WHITE, 4, 'opacity=".7"'),
    each([360, 610], (x) => rect(x, 930, 110, 32, "#9DA3A8")), // where the hands go
    each(["", MIRRORED], (side) =>
      group(
        side,
        rect(24, 706, 92, 480, INK, 24),
        rect(30, 730, 16, 430, WHITE, 8, 'opacity=".12"'),
        rect(122, 740, 62, 412, s.pop, 20),
        rect(190, 800, 42, 292, CHALK, 14),
        rect(238, 896, 40, 100, "#8C9299", 8),
      ),
    ),
  );

export const threePlates: Scene = (s) => {
  const leaning = (x: number, y: number, radius: number, colour: string) =>
    disc(x + 14, y + 20, radius, INK, 'opacity=".25"') +
    plate(x, y, radius, colour, brightness(colour) < 90 ? "#FFFFFF" : INK, s.field);
  return layers(
    leaning(250, 330, 330, s.dark),
    leaning(860, 560, 300, s.top),
    leaning(380, 930, 390, s.pop),
    floor(s, 1270, INK),
  );
};

export const kettlebellOnBox: Scene = (s) =>
  layers(
    shape("M0 0H1080V900L0 1020Z", s.field),
    repeat(3, (i) => rect(150 + i * 340, 0, 22, 620, s.light)),
    ring(331, 520, 120, s.halo, 36),
    line("M331 0V400", s.light, 26),
    ring(760, 420, 120, s.halo, 36),
    line("M760 0V300", s.light, 26),
    floor(s, 940),
    shape("M150 800L560 740L930 800V1350H150Z", s.halo),
    shape("M560 740L930 800V1350H560Z", INK, 'opacity=".16"'),
    shape("M150 800L540 860L930 800L560 740Z", WHITE, 'opacity=".3"'),
    group(
      "translate(540 560)",
      shape("M-120 -90C-210 -330 210 -330 120 -90L74 -90C132 -262 -132 -262 -74 -90Z", INK),
      disc(0, 70, 214, s.pop),
      shape("M0 -144A214 214 0 0 1 0 284C110 210 110 -60 0 -144Z", INK, 'opacity=".16"'),
      disc(-10, 74, 92, CHALK),
      line("M-44 74H-24L-8 34L16 116L28 74H40", INK, 13),
    ),
  );

export const medicineBall: Scene = (s) => {
  const belt = d`
    M262 770Q540 700 818 770
    A290 290 0 0 1 818 930
    Q540 860 262 930
    A290 290 0 0 1 262 770Z`;
  const skippingRope = d`
    M120 1010
    C40 1330 700 1290 600 1190
    C520 1110 300 1230 480 1290
    C700 1350 1010 1290 940 1040`;
  return layers(
    sun(s, 540, 560, 400),
    floor(s, 960),
    ellipse(560, 1130, 330, 40, INK, 'opacity=".3"'),
    disc(540, 850, 290, s.top),
    shape("M540 560A290 290 0 0 1 540 1140C670 1040 670 660 540 560Z", INK, 'opacity=".18"'),
    shape(belt, CHALK),
    line("M330 830H440L470 760L520 920L560 780L590 840H750", CRUSH, 20),
    line(skippingRope, s.pop, 20),
    line("M150 880L118 1020M922 880L944 1050", INK, 46),
    line("M146 896L138 930M924 896L930 930", CHALK, 18),
  );
};

export const glovesOnAHook: Scene = (s) => {
  const onCrush = s.field === CRUSH;
  const leather = (k: -1 | 1) => (k < 0 ? CRUSH : onCrush ? INK : "#B3153A");
  const thumb = (k: -1 | 1) => (k < 0 ? "#B3153A" : onCrush ? "#2A3138" : "#8C0F2C");
  const fist = d`
    M-100 -320
    H90
    L104 -150
    C190 -130 226 60 180 190
    C140 300 -90 300 -140 180
    C-180 70 -150 -110 -100 -170Z`;
  return layers(
    shape("M0 0H1080V1350H0Z", s.dark),
    shape("M300 0H780L1040 1350H40Z", s.light, 'opacity=".6"'),
    each([s.pop, CHALK, s.field], (rope, i) => rect(-10, 880 + i * 130, 1100, 30, rope, 15)),
    line("M540 -20V150M540 150L420 330M540 150L660 350", CHALK, 14),
    pair((k) =>
      group(
        `translate(${540 + k * 160} ${640 + k * 24}) scale(${k} 1) rotate(14)`,
        shape(fist, leather(k)),
        shape("M-96 -320H92L102 -220H-102Z", CHALK),
        shape("M-128 -110C-230 -100 -236 60 -160 110C-110 140 -70 90 -84 30Z", thumb(k)),
        line("M-60 210C10 240 90 230 140 180", INK, 12, 'opacity=".25"'),
        line("M120 -90C160 -40 168 40 150 110", WHITE, 14, 'opacity=".35"'),
      ),
    ),
  );
};

export const heavyBag: Scene = (s) => {
  const leather = s.field === CRUSH ? INK : CRUSH;
  return layers(
    shape("M300 -20H780L1100 1350H-20Z", s.light, 'opacity=".55"'),
    floor(s, 1180),
    ellipse(560, 1240, 260, 34, INK, 'opacity=".3"'),
    group(
      "rotate(5 540 0)",
      line("M540 -20V150M540 150L450 250M540 150L630 250", "#8C9299", 16, 'stroke-dasharray="26 14"'),
      rect(400, 240, 280, 860, leather, 60),
      rect(540, 240, 140, 860, INK, 60, 'opacity=".16"'),
      rect(392, 300, 296, 70, INK, 12),
      rect(392, 980, 296, 54, INK, 12),
      rect(400, 560, 280, 150, CHALK),
      line("M420 640H490L510 590L545 700L575 610L592 640H660", leather, 16),
    ),
  );
};
