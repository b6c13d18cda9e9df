import type { BODY_TYPES, Gender, INTERESTS, LOOKING_FOR, PROMPTS } from "#contract/catalog.ts";
import type { Activity } from "#demo/portraits/activities.ts";
import type { SceneName } from "#demo/portraits/scenes.ts";

/** A demo member as written in the city files. `members.ts` derives the rest. */
export interface Draft {
  username: string;
  gender: Gender;
  age: number;
  /** Such as `5'10"`. */
  height: string;
  bodyType: (typeof BODY_TYPES)[number];
  city: string;
  coordinates: [longitude: number, latitude: number];
  lookingFor: (typeof LOOKING_FOR)[number];
  bio: string;
  interests: (typeof INTERESTS)[number][];
  prompts: [question: (typeof PROMPTS)[number], answer: string][];
  /** The seed was chosen by eye: look at the picture before changing seed, activity, or an age across 45 or 53. */
  portrait: { seed: string; activity: Activity; gender?: "nonbinary"; alt: string };
  /** Object pictures for the photos after the portrait, and which of the sport's two drawings. */
  scenes: [name: SceneName, variant: 0 | 1][];
}
