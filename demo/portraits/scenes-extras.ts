// Pictures that fit any sport.
import { CHALK, CRUSH, INK, STEEL, WHITE } from "./palette.ts";
import { floor, type Scene, sun } from "./scene-parts.ts";
import { plate, pulseLine } from "./shapes.ts";
import { disc, group, layers, line, pair, rect, repeat, ring, round1, shape, WIDTH } from "./svg.ts";

const GOLD = "#E7B84B";
const OLD_GOLD = "#C08F2C";

export const medal: Scene = (s) =>
  layers(
    repeat(12, (i) =>
      shape(
        "M-40 0L-150 -1300H150L40 0Z",
        i % 2 ? s.dark : s.field,
        `transform="translate(540 760) rotate(${i * 30})"`,
      ),
    ),
    shape("M250 -20H420L600 520L500 600Z", CRUSH),
    shape("M830 -20H660L480 520L580 600Z", s.field === CRUSH ? INK : "#B3153A"),
    shape("M330 -20H368L560 560L540 575Z", CHALK, 'opacity=".85"'),
    disc(540, 800, 300, INK, 'opacity=".22" transform="translate(14 18)"'),
    plate(540, 800, 300, GOLD, OLD_GOLD, OLD_GOLD),
    disc(540, 800, 150, GOLD),
    line("M410 800H470L500 720L545 890L585 770L605 800H670", INK, 20),
  );

export const chalkedHands: Scene = (_s, { random, skin }) => {
  const dust = repeat(60, () => {
    const x = random.between(0, WIDTH);
    const y = random.between(0, 900);
    const radius = random.between(2, 16);
    return disc(x, y, radius, WHITE, `opacity="${round1(random.between(0.1, 0.5))}"`);
  });
  const hand = (x: number, mirror: 1 | -1) =>
    group(
      `translate(${x} 270) scale(${mirror} 1)`,
      rect(-110, 40, 220, 1200, skin.shade, 90),
      repeat(4, (finger) =>
        layers(rect(-118 + finger * 62, -64, 56, 200, skin.base, 28), rect(-118 + finger * 62, -64, 56, 96, CHALK, 28)),
      ),
      shape("M86 60C170 70 200 20 196 -24C194 -60 140 -60 134 -24C130 10 110 20 80 16Z", skin.base),
      rect(-114, 430, 228, 150, CRUSH, 18), // wristband
      rect(-114, 480, 228, 26, CHALK),
    );
  return layers(
    dust,
    rect(-20, 250, 1120, 40, STEEL, 20),
    rect(-20, 254, 1120, 10, WHITE, 5, 'opacity=".6"'),
    hand(270, 1),
    hand(810, -1),
  );
};

export const stopwatch: Scene = (s) =>
  layers(
    pulseLine(1130, s.light, 26),
    disc(540, 640, 380, INK, 'opacity=".2" transform="translate(18 24)"'),
    rect(490, 150, 100, 120, INK, 20),
    group("rotate(38 540 640)", rect(505, 210, 70, 80, INK, 16)),
    disc(540, 640, 380, INK),
    disc(540, 640, 318, CHALK),
    repeat(12, (hour) => group(`rotate(${hour * 30} 540 640)`, rect(532, 346, 16, hour % 3 ? 34 : 62, INK, 8))),
    shape("M540 640L540 350A290 290 0 0 1 791 785Z", s.pop),
    group("rotate(120 540 640)", rect(530, 360, 20, 320, CRUSH, 10)),
    disc(540, 640, 34, INK),
    disc(540, 640, 12, CHALK),
  );

export const packedBag: Scene = (s) =>
  layers(
    sun(s, 300, 360, 190),
    floor(s, 880),
    rect(0, 820, WIDTH, 60, s.light), // bench
    rect(90, 880, 40, 470, s.light),
    rect(950, 880, 40, 470, s.light),
    group(
      "translate(560 562)",
      line("M-190 -30C-190 -330 190 -330 190 -30", INK, 40),
      rect(-370, -60, 740, 320, s.top, 120),
      rect(-370, 60, 740, 70, s.pop),
      rect(-30, -60, 60, 320, CHALK, 0, 'opacity=".85"'),
      pair((k) => ring(k * 190, 10, 18, CHALK, 8)),
    ),
    group(
      "translate(150 580)",
      shape("M-60 -170H60L76 -60V240H-76V-60Z", s.pop), // bottle
      rect(-50, -230, 100, 66, INK, 12),
      rect(-76, 20, 152, 100, CHALK),
    ),
    shape("M130 814H410V1130H130Z", CHALK), // towel
    rect(130, 1050, 280, 24, CRUSH),
    rect(130, 1086, 280, 10, CRUSH),
    rect(130, 814, 280, 66, INK, 0, 'opacity=".08"'),
  );
