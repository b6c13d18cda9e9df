import type { Activity } from "./activities.ts";
import { contrast, SCHEMES, skinOf } from "./palette.ts";
import { print } from "./paper.ts";
import { at, hash, type Random, randomFrom } from "./random.ts";
import type { Scene } from "./scene-parts.ts";
import { courtFromAbove, hoop, racketAndBall, threePointer } from "./scenes-courts.ts";
import { goggles, openWater, roadBike, shoeAndBottle, trackFromAbove, windingRoad } from "./scenes-endurance.ts";
import { chalkedHands, medal, packedBag, stopwatch } from "./scenes-extras.ts";
import { camp, quickdraw, trailMap, wallAndRope } from "./scenes-outdoors.ts";
import { glovesOnAHook, heavyBag, kettlebellOnBox, loadedBar, medicineBall, threePlates } from "./scenes-strength.ts";
import { matAndPlant, mirrorBall, recordAndShoe, stackedStones } from "./scenes-studio.ts";
import { group, MIRRORED } from "./svg.ts";

type Extra = "Medal" | "Chalk" | "Stopwatch" | "Bag";
export type SceneName = Activity | Extra;

// Two drawings for each sport, so that a wall of sixty members does not repeat itself.
const SPORTS: Record<Activity, readonly [first: Scene, second: Scene]> = {
  Weightlifting: [loadedBar, threePlates],
  CrossFit: [kettlebellOnBox, medicineBall],
  Running: [shoeAndBottle, trackFromAbove],
  Cycling: [roadBike, windingRoad],
  Swimming: [goggles, openWater],
  Yoga: [matAndPlant, stackedStones],
  Boxing: [glovesOnAHook, heavyBag],
  "Rock Climbing": [wallAndRope, quickdraw],
  Hiking: [trailMap, camp],
  Dance: [recordAndShoe, mirrorBall],
  Tennis: [racketAndBall, courtFromAbove],
  Basketball: [hoop, threePointer],
};
const EXTRAS: Record<Extra, readonly [Scene]> = {
  Medal: [medal],
  Chalk: [chalkedHands],
  Stopwatch: [stopwatch],
  Bag: [packedBag],
};
const SCENES: Record<SceneName, readonly Scene[]> = { ...SPORTS, ...EXTRAS };
export const SCENE_NAMES = Object.keys(SCENES) as SceneName[];

const ONE_WAY_ROUND: readonly Scene[] = [trackFromAbove, openWater]; // numerals must not be mirrored
const SYMMETRIC: readonly SceneName[] = ["Stopwatch", "Medal"];

export interface SceneWish {
  seed: string;
  activity: SceneName;
  /** Which of a sport's two drawings; left out, the seed chooses. */
  variant?: 0 | 1;
}

/** An object picture for a member's later photos, as an SVG document of 1080 by 1350. Its ids are its own. */
export function scene({ seed, activity, variant }: SceneWish): string {
  const random = randomFrom(`scene:${seed}:${activity}`);
  const id = `s${hash(`${seed}|${activity}`).toString(36)}`;
  const skin = skinOf(seed);
  // Bare hands need a field that their shade side stands off from.
  const fields = SCHEMES.filter((s) => activity !== "Chalk" || contrast(s.field, skin.shade) > 80);
  const scheme = pickScheme(fields, random);
  const flip = !SYMMETRIC.includes(activity) && random.chance(0.5);
  const drawings = SCENES[activity];
  const draw = at(drawings, drawings.length === 1 ? 0 : (variant ?? Math.floor(random.next() * 2)));

  const discClip = `${id}d`;
  const drawing = draw(scheme, { random, skin, discClip });
  const mirrored = flip && !ONE_WAY_ROUND.includes(draw);
  const defs = `<clipPath id="${discClip}"><circle cx="540" cy="520" r="288"/></clipPath>`;
  return print(id, random, scheme.field, mirrored ? group(MIRRORED, drawing) : drawing, defs);
}

/** Mostly a quiet one: the two loud ones stand last. */
function pickScheme(fields: typeof SCHEMES, random: Random) {
  const draw = random.next();
  const choice = random.chance(0.2) ? fields.length : fields.length - 2;
  return at(fields, Math.floor(draw * choice));
}
