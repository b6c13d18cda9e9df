import type { SceneName } from "#demo/portraits/scenes.ts";

/** What each drawing shows; the second text belongs to a sport's second drawing. */
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
