import { INTERESTS_MIN } from "#contract/limits.ts";

/** What counts towards a complete profile. `prompts` are the answered ones. */
export interface Told {
  readonly age: number | null;
  readonly bio: string;
  readonly location: string;
  readonly photos: number;
  readonly interests: number;
  readonly prompts: number;
}

/** The six points of a complete profile, in the order in which an editor asks for them. */
export const completionPoints = {
  photo: (told: Told) => told.photos > 0,
  age: (told: Told) => told.age !== null,
  location: (told: Told) => told.location.trim() !== "",
  bio: (told: Told) => told.bio.trim() !== "",
  interests: (told: Told) => told.interests >= INTERESTS_MIN,
  prompt: (told: Told) => told.prompts > 0,
} as const;
export type CompletionPoint = keyof typeof completionPoints;

/** The points that a profile still lacks, in order. */
export const missingPoints = (told: Told): CompletionPoint[] =>
  (Object.keys(completionPoints) as CompletionPoint[]).filter((point) => !completionPoints[point](told));

/** How complete a profile is: a whole percentage, each of the six points counting alike. */
export function completionOf(told: Told): number {
  const points = Object.keys(completionPoints).length;
  return Math.round(((points - missingPoints(told).length) / points) * 100);
}
