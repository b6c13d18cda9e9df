import { CHALK, CRUSH, INK, WHITE } from "./palette.ts";
import { at } from "./random.ts";
import { floor, type Scene, shoe, sun } from "./scene-parts.ts";
import { disc, each, ellipse, group, layers, line, rect, repeat, ring, shape } from "./svg.ts";

export const matAndPlant: Scene = (s) =>
  layers(
    each([s.dark, s.light, s.field, s.halo], (colour, i) => {
      const radius = 440 - i * 110;
      return shape(`M${100 + i * 110} 960V560A${radius} ${radius} 0 0 1 ${980 - i * 110} 560V960Z`, colour);
    }),
    floor(s, 960, s.light),
    shape("M-40 1350L240 1080H1120V1350Z", s.pop),
    shape("M-40 1350L240 1080H1120L1090 1110H252L6 1350Z", WHITE, 'opacity=".22"'),
    group(
      "translate(300 1010)",
      rect(-190, -60, 500, 150, s.top, 75),
      ring(-116, 15, 52, INK, 11, 'opacity=".4"'),
      ring(-116, 15, 26, INK, 11, 'opacity=".4"'),
      rect(60, -62, 34, 154, s.trim),
    ),
    group(
      "translate(790 930)",
      rect(
        -120,
        20,
        260,
        150,
        s.halo === CRUSH ? CHALK : s.halo,
        12,
        `stroke="${INK}" stroke-opacity=".1" stroke-width="6"`,
      ),
      rect(-120, 110, 260, 60, INK, 12, 'opacity=".12"'),
    ),
    group(
      "translate(800 948)",
      shape("M-60 -120H70L50 0H-40Z", INK),
      repeat(7, (i) =>
        shape(
          "M0 0C-44 -70 -40 -190 0 -250C40 -190 44 -70 0 0Z",
          i % 2 ? "#2F6B4F" : "#5E9A74",
          `transform="translate(5 -110) rotate(${(i - 3) * 26})"`,
        ),
      ),
    ),
  );

export const stackedStones: Scene = (s) => {
  const stone = (y: number, rx: number, ry: number, colour: string, x = 540) =>
    ellipse(x, y, rx, ry, colour) +
    `<path d="M${x} ${y - ry}A${rx} ${ry} 0 0 1 ${x} ${y + ry}A${rx * 0.5} ${ry} 0 0 0 ${x} ${y - ry}Z" ` +
    `fill="${INK}" opacity=".15"/>`;
  return layers(
    sun(s, 540, 560, 360),
    shape("M0 700Q270 600 540 700T1080 700V960H0Z", s.light),
    floor(s, 900),
    repeat(5, (i) => rect(300 + i * 30, 930 + i * 44, 480 - i * 60, 12, s.halo, 6, 'opacity=".6"')),
    stone(1210, 210, 74, INK),
    stone(1084, 160, 60, s.top, 530),
    stone(984, 118, 48, "#8C9299", 548),
    stone(902, 84, 40, s.pop),
    stone(834, 54, 32, CHALK, 536),
  );
};

export const recordAndShoe: Scene = (s) =>
  layers(
    shape("M540 -120L1240 1350H-160Z", s.light, 'opacity=".5"'),
    shape("M180 -80L900 1350H200Z", s.halo, 'opacity=".25"'),
    floor(s, 1010),
    ellipse(540, 1130, 430, 86, s.halo, 'opacity=".8"'),
    repeat(5, (i) => {
      const dashes = `stroke-dasharray="${120 + i * 60} ${60 + i * 26}" transform="rotate(${i * 38} 540 560)"`;
      return ring(540, 560, 150 + i * 70, i % 2 ? s.pop : s.halo, 12, dashes);
    }),
    group(
      "translate(540 560)",
      disc(0, 0, 210, INK),
      repeat(4, (i) => ring(0, 0, 190 - i * 28, WHITE, 3, 'opacity=".2"')),
      disc(0, 0, 84, s.pop),
      disc(0, 0, 14, CHALK),
    ),
    group("translate(520 1090) scale(.62)", shoe(s, CHALK, s.pop)),
  );

export const mirrorBall: Scene = (s, { discClip }) => {
  const facets = [s.pop, CHALK, s.halo, s.light, s.dark];
  const facet = (row: number, column: number) =>
    rect(
      248 + column * 66,
      228 + row * 66,
      56,
      56,
      // Looks scattered, and is the same each time.
      at(facets, (column * 3 + row * 7 + ((column * row) % 3)) % 5),
      6,
    );
  return layers(
    repeat(12, (i) =>
      shape(
        "M-34 0L-150 1500H150L34 0Z",
        i % 2 ? s.dark : s.light,
        `opacity=".7" transform="translate(540 520) rotate(${i * 30})"`,
      ),
    ),
    line("M540 -20V230", INK, 12),
    disc(540, 520, 300, s.top),
    `<g clip-path="url(#${discClip})">${repeat(9, (row) => repeat(9, (column) => facet(row, column)))}</g>`,
    disc(440, 420, 60, WHITE, 'opacity=".35"'),
    floor(s, 1130),
    repeat(4, (i) => ellipse(180 + i * 250, 1210 + (i % 2) * 60, 90, 22, s.halo, 'opacity=".7"')),
  );
};
