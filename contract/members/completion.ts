import { INTERESTS_MIN } from "#contract/limits.ts";

export interface ProfileFacts {
  readonly age: number | null;
  readonly bio: string;
  readonly location: string;
  readonly photos: number;
  readonly interests: number;
  readonly prompts: number;
}

export const completionPoints = {
  photo: (profile: ProfileFacts) => profile.photos > 0,
  age: (profile: ProfileFacts) => profile.age !== null,
  location: (profile: ProfileFacts) => profile.location.trim() !== "",
  bio: (profile: ProfileFacts) => profile.bio.trim() !== "",
  interests: (profile: ProfileFacts) => profile.interests >= INTERESTS_MIN,
  prompt: (profile: ProfileFacts) => profile.prompts > 0,
} as const;
export type CompletionPoint = keyof typeof completionPoints;

export const missingPoints = (profile: ProfileFacts): CompletionPoint[] =>
  (Object.keys(completionPoints) as CompletionPoint[]).filter((point) => !completionPoints[point](profile));

export function completionPercent(profile: ProfileFacts): number {
  const points = Object.keys(completionPoints).length;
  return Math.round(((points - missingPoints(profile).length) / points) * 100);
}
