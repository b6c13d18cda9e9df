import type { PortraitWish } from "#server/modules/demo/art/portrait.ts";
import { at } from "#server/modules/demo/art/random.ts";
import type { SceneWish } from "#server/modules/demo/art/scenes.ts";
import { AUSTIN } from "#server/modules/demo/cast-austin.ts";
import { AUSTIN_EAST } from "#server/modules/demo/cast-austin-east.ts";
import { AUSTIN_SUBURBS } from "#server/modules/demo/cast-austin-suburbs.ts";
import { BAY_AREA } from "#server/modules/demo/cast-bay-area.ts";
import { BOSTON } from "#server/modules/demo/cast-boston.ts";
import { CHICAGO } from "#server/modules/demo/cast-chicago.ts";
import { COLORADO } from "#server/modules/demo/cast-colorado.ts";
import type { Draft } from "#server/modules/demo/cast-draft.ts";
import { LOS_ANGELES } from "#server/modules/demo/cast-los-angeles.ts";
import { NEW_YORK } from "#server/modules/demo/cast-new-york.ts";
import { NORTHWEST } from "#server/modules/demo/cast-northwest.ts";
import { SCENE_ALTS } from "#server/modules/demo/cast-scenes.ts";
import { SOUTH } from "#server/modules/demo/cast-south.ts";

/** An illustrated demo member: invented from head to toe, marked as such in the product. */
export interface DemoMember extends Omit<Draft, "portrait" | "prompts" | "scenes"> {
  prompts: { question: string; answer: string }[];
  /** Draws the main photo, with `portrait()`. */
  portrait: PortraitWish;
  /** Draw the photos after it, with `scene()`. */
  scenes: SceneWish[];
  /** One text a photo: the portrait's, then the scenes'. */
  photoAlts: string[];
}

function toMember({ portrait, prompts, scenes, ...profile }: Draft): DemoMember {
  const { seed, activity } = portrait;
  const sceneAlts = scenes.map(([name, variant]) => SCENE_ALTS[name][variant] ?? SCENE_ALTS[name][0]);
  return {
    ...profile,
    prompts: prompts.map(([question, answer]) => ({ question, answer })),
    portrait: {
      seed,
      gender: portrait.gender ?? (profile.gender === "Woman" ? "woman" : "man"),
      activities: [activity],
      ageBand: ageBand(profile.age),
    },
    scenes: scenes.map(([name, variant]) => ({ seed, activity: name, variant })),
    photoAlts: [portrait.alt, ...sceneAlts].map((alt) => `Illustration: ${alt}`),
  };
}

/** The drawings change at 45 and at 53. */
function ageBand(age: number): string {
  if (age <= 25) return "18-25";
  if (age <= 35) return "26-35";
  if (age <= 44) return "36-44";
  if (age <= 52) return "45-52";
  if (age <= 60) return "53-60";
  return "61-70";
}

/** The 60 demo members. The demo login and its neighbours come first, so that fewer of them still keep it company. */
export const CAST: readonly DemoMember[] = [
  AUSTIN,
  AUSTIN_SUBURBS,
  AUSTIN_EAST,
  NEW_YORK,
  BAY_AREA,
  COLORADO,
  CHICAGO,
  NORTHWEST,
  LOS_ANGELES,
  SOUTH,
  BOSTON,
]
  .flat()
  .map(toMember);

/** The member that the demo login opens as. */
export const DEMO_LOGIN: DemoMember = at(CAST, 0);
