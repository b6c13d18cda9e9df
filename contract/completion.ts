import { INTERESTS_MIN } from "#contract/limits.ts";

/** The facts that count towards a complete profile. `prompts` is the number of answered ones. */
export interface ProfileFacts {
  readonly age: number | null;
  readonly bio: string;
  readonly location: string;
  readonly photos: number;
  readonly interests: number;
  readonly prompts: number;
}

/** The six points of a complete profile, in the order of the editor. */
export const completionPoints = {
  photo: (told: ProfileFacts) => told.photos > 0,
  age: (told: ProfileFacts) => told.age !== null,
  location: (told: ProfileFacts) => told.location.trim() !== "",
  bio: (told: ProfileFacts) => told.bio.trim() !== "",
  interests: (told: ProfileFacts) => told.interests >= INTERESTS_MIN,
  prompt: (told: ProfileFacts) => told.prompts > 0,
} as const;
export type CompletionPoint = keyof typeof completionPoints;

/** The points that a profile still lacks, in order. */
export const missingPoints = (told: ProfileFacts): CompletionPoint[] =>
  (Object.keys(completionPoints) as CompletionPoint[]).filter((point) => !completionPoints[point](told));

/** How complete a profile is: a whole percentage, each of the six points counting alike. */
export function completionPercent(told: ProfileFacts): number {
  const points = Object.keys(completionPoints).length;
  return Math.round(((points - missingPoints(told).length) / points) * 100);
}
