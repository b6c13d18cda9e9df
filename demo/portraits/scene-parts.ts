import { CHALK, type Scheme, type Skin } from "./palette.ts";
import type { Random } from "./random.ts";
import { d, disc, HEIGHT, layers, line, rect, shape, WIDTH } from "./svg.ts";

export interface SceneTools {
  random: Random;
  /** The member's own, where hands are seen. */
  skin: Skin;
  /** The id of a clip path: a disc of radius 288 around (540, 520). */
  discClip: string;
}

/** An object picture: no people, one object, one light, one diagonal. */
export type Scene = (s: Scheme, tools: SceneTools) => string;

export const sun = (s: Scheme, x: number, y: number, radius: number): string => disc(x, y, radius, s.halo);
export const floor = (s: Scheme, y: number, colour = s.dark): string => rect(0, y, WIDTH, HEIGHT - y, colour);

/** A running shoe from the side, toe to the right, around the origin. */
export const shoe = (s: Scheme, upper: string, heel: string): string =>
  layers(
    shape(
      d`M-330 60
        C-340 -40 -320 -140 -250 -190
        C-210 -150 -150 -140 -96 -178
        L-70 -196
        C10 -90 110 -40 240 -16
        C330 0 366 40 364 96
        H-330Z`,
      upper,
    ),
    shape("M-330 60C-340 -20 -330 -80 -300 -140C-240 -60 -180 20 -60 60Z", heel),
    shape("M-344 84H372C388 150 360 168 320 168H-300C-350 168 -356 120 -344 84Z", CHALK),
    shape("M-344 130H380C380 156 350 172 320 172H-300C-340 172 -348 150 -344 130Z", s.pop),
    line("M-70 -150L10 -96M-20 -190L60 -60M-20 -112L60 -150M40 -78L112 -104", CHALK, 15),
    line("M-150 84C-60 20 40 20 150 84", heel, 30),
  );
