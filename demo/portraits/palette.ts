import { at, randomFrom } from "./random.ts";

export const INK = "#14171A";
export const CHALK = "#FAF7F2";
export const CRUSH = "#D81E46";
export const VOLT = "#C8F73A";
export const WHITE = "#fff";
export const STEEL = "#C9CCCF";
export const LEATHER = "#DD7636"; // a basketball

/** A curated set of colours for one picture; colours are never random. */
export interface Scheme {
  field: string;
  /** Two tones of the field, for the motif behind the head. */
  dark: string;
  light: string;
  /** The disc behind the head. */
  halo: string;
  /** The kit and its trim. */
  top: string;
  trim: string;
  /** The one accent. */
  pop: string;
}

const scheme = (
  field: string,
  dark: string,
  light: string,
  halo: string,
  top: string,
  trim: string,
  pop: string,
): Scheme => ({ field, dark, light, halo, top, trim, pop });

// The two bright ones are last: a scene relies on it to use them rarely.
export const SCHEMES: readonly Scheme[] = [
  scheme("#D4835F", "#BF6B49", "#E8AE8C", "#F4E3CF", "#2B343C", CHALK, VOLT), // clay
  scheme("#A3B79D", "#87A082", "#C6D3BF", "#F3EDDD", "#2E4A45", VOLT, CRUSH), // sage
  scheme("#4B5B69", "#3C4A57", "#6C7F8E", "#E3B48D", "#EFE3CC", CRUSH, VOLT), // slate
  scheme("#E9D6B0", "#DABF8C", "#F5EAD2", "#DD6B4B", "#1F5F66", CHALK, CRUSH), // sand
  scheme("#5B3452", "#482842", "#7F5474", "#E9B7A6", CHALK, CRUSH, VOLT), // plum
  scheme("#1F666B", "#175459", "#4A918F", "#EBD9B4", "#DD6B4B", CHALK, VOLT), // teal
  scheme("#75835A", "#606E47", "#9CA97E", "#F0E2BE", "#F5EAD2", INK, "#DD6B4B"), // moss
  scheme("#A6C6CF", "#87AEBA", "#CDE1E5", "#FBF0DC", "#5B3452", VOLT, CRUSH), // sky
  scheme("#E0A640", "#C98D2A", "#F0C97C", CHALK, "#1F5F66", CHALK, CRUSH), // ochre
  scheme("#7C2F3D", "#652431", "#A3535E", "#F0CFAE", "#27404A", CHALK, VOLT), // wine
  scheme("#B9AFCB", "#9F94B5", "#D8D1E3", "#FBF0DC", "#2C3B4B", VOLT, CRUSH), // lilac
  scheme("#F1EADD", "#DED3BF", "#FFFDF8", CRUSH, "#34424E", VOLT, CRUSH), // chalk
  scheme("#1C2126", "#2A3138", "#434D57", VOLT, "#E8DCC6", CRUSH, CRUSH), // ink
  scheme(VOLT, "#ACDA25", "#E2FF8C", CHALK, INK, CRUSH, CRUSH), // volt
  scheme(CRUSH, "#B8173B", "#EE5C76", "#F8DCCB", INK, CHALK, VOLT), // crush
];

export const isLoud = (s: Scheme): boolean => s.field === VOLT || s.field === CRUSH;

/** A tennis ball is volt, or chalk if the field is volt. */
export const ballColour = (s: Scheme): string => (s.field === VOLT ? CHALK : VOLT);

export interface Skin {
  base: string;
  shade: string;
  lip: string;
}

export const SKINS: readonly Skin[] = [
  { base: "#F7D6C1", shade: "#E4B097", lip: "#C9655F" },
  { base: "#EFC2A0", shade: "#D69B76", lip: "#BD5B50" },
  { base: "#E0A77D", shade: "#C2835A", lip: "#B0524A" },
  { base: "#CB8E63", shade: "#A96E47", lip: "#9B4440" },
  { base: "#AE7149", shade: "#8B5433", lip: "#86383A" },
  { base: "#8C5536", shade: "#6B3D24", lip: "#7A3034" },
  { base: "#6E412B", shade: "#502C1C", lip: "#8A3A42" },
  { base: "#55321F", shade: "#3B2013", lip: "#84363F" },
];

/** The index of a member's skin tone: by seed alone, so portraits and scenes with hands agree. */
export const skinTone = (seed: string): number => Math.floor(randomFrom(`who:${seed}`).next() * SKINS.length);
export const skinOf = (seed: string): Skin => at(SKINS, skinTone(seed));

export interface HairColour {
  base: string;
  light: string;
  brow: string;
}

const hairColour = (base: string, light: string, brow = base): HairColour => ({ base, light, brow });

export const HAIR_COLOURS = {
  black: hairColour("#1D1A1C", "#3A3437"),
  espresso: hairColour("#34231C", "#553A2D"),
  brown: hairColour("#5C3822", "#7F5535"),
  chestnut: hairColour("#7D4527", "#A3653F"),
  auburn: hairColour("#A44B2B", "#C87147"),
  blond: hairColour("#D6A55B", "#EBC789", "#9A6F35"),
  steel: hairColour("#5F5E62", "#85848A"),
  grey: hairColour("#8A888A", "#B0ADAC", "#6B6866"),
  silver: hairColour("#CFCBC5", "#EFECE6", "#8E8A86"),
};
export type HairColourName = keyof typeof HAIR_COLOURS;

function channels(colour: string): [red: number, green: number, blue: number] {
  const value = Number.parseInt(colour.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** Brightness of a #RRGGBB colour, 0 to 255. */
export function brightness(colour: string): number {
  const [red, green, blue] = channels(colour);
  return 0.3 * red + 0.59 * green + 0.11 * blue;
}

/** How far apart two #RRGGBB colours are, 0 to 441. */
export function contrast(one: string, other: string): number {
  const [r1, g1, b1] = channels(one);
  const [r2, g2, b2] = channels(other);
  return Math.hypot(r1 - r2, g1 - g2, b1 - b2);
}
