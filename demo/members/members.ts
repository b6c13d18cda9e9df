import { AUSTIN } from "#demo/members/austin.ts";
import { AUSTIN_EAST } from "#demo/members/austin-east.ts";
import { AUSTIN_SUBURBS } from "#demo/members/austin-suburbs.ts";
import { BAY_AREA } from "#demo/members/bay-area.ts";
import { BOSTON } from "#demo/members/boston.ts";
import { CHICAGO } from "#demo/members/chicago.ts";
import { COLORADO } from "#demo/members/colorado.ts";
import { LOS_ANGELES } from "#demo/members/los-angeles.ts";
import type { Draft } from "#demo/members/member-input.ts";
import { NEW_YORK } from "#demo/members/new-york.ts";
import { NORTHWEST } from "#demo/members/northwest.ts";
import { SOUTH } from "#demo/members/south.ts";
import type { PortraitWish } from "#demo/portraits/portrait.ts";
import { at } from "#demo/portraits/random.ts";
import type { SceneName, SceneWish } from "#demo/portraits/scenes.ts";

/** The alternative text of each drawing; the second text is for a sport's second drawing. */
export const SCENE_ALTS: Record<SceneName, readonly [first: string, second?: string]> = {
  Weightlifting: ["a loaded barbell on the floor, a low sun behind it", "three weight plates leaning together"],
  CrossFit: ["a kettlebell on a box under the gym rings", "a medicine ball and a skipping rope on the floor"],
  Running: ["a running shoe and a water bottle on the track", "numbered track lanes from above, one shoe on them"],
  Cycling: ["a road bike at the roadside, hills behind it", "a road that winds up between hills and fir trees"],
  Swimming: ["swimming goggles between the lane ropes", "a low sun over open water, a starting block in front"],
  Yoga: ["a rolled mat and a potted plant under an arch", "five stacked stones in front of a low sun"],
  Boxing: ["a pair of boxing gloves hung up by their laces", "a heavy bag on its chains"],
  "Rock Climbing": ["a climbing wall with bright holds and a rope", "a quickdraw and a rope on a rock face"],
  Hiking: ["a trail on a map with a pin at the summit", "a tent between fir trees, snowy peaks behind it"],
  Dance: ["a record above a dancing shoe in the spotlight", "a mirror ball over a dance floor"],
  Tennis: ["a racket and a ball on the court", "a tennis court from above, the ball crossing the net"],
  Basketball: ["a basketball under the hoop", "a long three-point shot from above"],
  Medal: ["a gold medal with a pulse line on it"],
  Chalk: ["two chalked hands on a pull-up bar"],
  Stopwatch: ["a stopwatch above a pulse line"],
  Bag: ["a packed gym bag on a bench, with a bottle and a towel"],
};

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

/**
 * The 60 demo members. The demo login and the members near it come first, so that it has company with a smaller number,
 * too.
 */
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
