import type { BODY_TYPES, Gender, INTERESTS, LOOKING_FOR, PROMPTS } from "#contract/members/catalog.ts";

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
  /** Alternative texts of `demo/photos/<username>-<number>.webp`, counted from 1. The first one shows the member. */
  photos: string[];
}
