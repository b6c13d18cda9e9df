import { afro, bob, curlyLong, locs, long, wavy } from "./hair-long.ts";
import type { Hair, Scalp } from "./hair-parts.ts";
import { buzz, crop, curlyTop, flatTop, pixie, quiff, shaved, sidePart } from "./hair-short.ts";
import { boxerBraids, bun, manBun, ponytail } from "./hair-tied.ts";
import { headscarf, turban } from "./headgear.ts";

export const HAIRSTYLES = {
  bald: shaved,
  buzz,
  crop,
  quiff,
  sidePart,
  curlyTop,
  afro,
  flatTop,
  locs,
  bun,
  manBun,
  ponytail,
  bob,
  long,
  wavy,
  curlyLong,
  boxerBraids,
  pixie,
  hijab: headscarf,
  turban,
} satisfies Record<string, (scalp: Scalp) => Hair>;
export type Hairstyle = keyof typeof HAIRSTYLES;

type Cut = readonly Hairstyle[];

// Chosen by hand: by gender expression, by texture for the darker skin tones, and a calmer list from 45. Duplicates
// double the probability of a style.
const HIS: Cut = ["buzz", "crop", "quiff", "sidePart", "curlyTop", "manBun", "crop", "quiff", "curlyTop"];
const HIS_TEXTURED: Cut = ["buzz", "flatTop", "curlyTop", "afro", "locs", "bald", "locs"];
const HIS_LATER: Cut = ["buzz", "crop", "sidePart", "bald", "quiff"];
const HERS: Cut = ["ponytail", "bun", "bob", "long", "wavy", "boxerBraids", "pixie", "curlyLong", "ponytail"];
const HERS_TEXTURED: Cut = ["afro", "curlyLong", "locs", "bun", "boxerBraids", "buzz", "ponytail", "afro"];
const HERS_LATER: Cut = ["bob", "pixie", "bun", "wavy", "curlyLong", "ponytail"];
export const EITHER: Cut = ["pixie", "curlyTop", "buzz", "bun", "afro", "quiff"];

export function hairstylesFor(feminine: boolean, older: boolean, textured: boolean): Cut {
  if (older) return feminine ? HERS_LATER : HIS_LATER;
  if (textured) return feminine ? HERS_TEXTURED : HIS_TEXTURED;
  return feminine ? HERS : HIS;
}
