import type { Beard, Identity } from "./figure.ts";
import { EITHER, type Hairstyle, hairstylesFor } from "./hair.ts";
import { HAIR_COLOURS, type HairColourName, SKINS, skinTone } from "./palette.ts";
import { at, type Random } from "./random.ts";
import { round1 } from "./svg.ts";

export type Presentation = "woman" | "man" | "nonbinary";

/**
 * The features of a member on every picture. They depend on the seed alone, through `who`: the order of the draws is
 * fixed, so append new ones.
 */
export function identify(who: Random, seed: string, gender: Presentation, age: number): Identity {
  const tone = skinTone(seed);
  const skin = at(SKINS, tone);
  const nonbinary = gender === "nonbinary";
  const feminine = nonbinary ? who.chance(0.5) : gender === "woman";
  const older = age >= 45;

  const hairColour = HAIR_COLOURS[who.pick(hairColoursFor(tone, age))];
  const cut = who.pick(nonbinary ? EITHER : hairstylesFor(feminine, older, tone > 3));
  const hairstyle = covered(who.next(), gender, tone) ?? cut;
  const beard = feminine || nonbinary ? "none" : beardFor(who, hairstyle);
  return {
    feminine,
    skin,
    hairstyle,
    hairColour,
    beard,
    halfWidth: (feminine ? 160 : 174) + Math.round(who.between(-9, 9)),
    jaw: round1(feminine ? who.between(0.7, 0.8) : who.between(0.82, 0.93)),
    eyeWidth: Math.round(who.between(34, 41)),
    eyeHeight: Math.round(who.between(26, 36)),
    eyeTilt: Math.round(who.between(-2, 6)),
    browWidth: Math.round(feminine ? who.between(11, 16) : who.between(16, 23)),
    iris: who.pick(tone < 3 ? ["#3E2A1E", "#4A6B7C", "#5B6B3A", "#3E2A1E"] : ["#2B1B14", "#3B2416"]),
    glasses: who.chance(0.13),
    earring: who.chance(feminine ? 0.5 : 0.1),
    blush: feminine && tone < 3,
    freckles: tone < 4 && !older && who.chance(0.22),
    lines: older,
    mouth: feminine ? who.pick(["lips", "grin", "smile", "grin"]) : who.pick(["smile", "grin", "smile"]),
  };
}

function hairColoursFor(tone: number, age: number): readonly HairColourName[] {
  if (age >= 53) return ["grey", "silver", "steel"];
  if (age >= 45) return ["steel", "grey", tone < 2 ? "brown" : "espresso"];
  if (tone < 2) return ["espresso", "brown", "chestnut", "auburn", "blond", "black"];
  if (tone < 4) return ["black", "espresso", "brown", "chestnut"];
  return ["black", "black", "espresso"];
}

/** Headscarf and turban, about one member in ten. */
function covered(draw: number, gender: Presentation, tone: number): Hairstyle | undefined {
  if (gender === "woman" && tone > 0 && tone < 7 && draw < 0.15) return "hijab";
  if (gender === "man" && tone > 1 && tone < 6 && draw < 0.1) return "turban";
  return undefined;
}

function beardFor(who: Random, hairstyle: Hairstyle): Beard {
  if (hairstyle === "turban" || hairstyle === "bald") return "full";
  return who.pick(["none", "none", "stubble", "full", "full", "moustache", "stubble"]);
}
