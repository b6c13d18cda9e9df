import { milesBetween } from "#server/geo/geo-cells.ts";

/** Upper ends of the bands, in miles. Distances leave the server in these words only. */
const BANDS: readonly (readonly [below: number, words: string])[] = [
  [5, "Under 5 miles"],
  [10, "5 to 10 miles"],
  [25, "10 to 25 miles"],
  [50, "25 to 50 miles"],
  [100, "50 to 100 miles"],
];
/** The bands' upper ends alone, in miles, nearest first. */
export const BAND_ENDS: readonly number[] = BANDS.map(([below]) => below);
const FARTHEST = "Over 100 miles";

/** How far two cells are apart, as a band in words; null where either is not known. */
export function distanceBand(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return null;
  const miles = milesBetween(a, b);
  return BANDS.find(([below]) => miles < below)?.[1] ?? FARTHEST;
}

export interface Reason {
  readonly kind: "interests" | "lookingFor";
  readonly text: string;
}

/** Why somebody may suit the viewer, the best reason first. */
export function reasonsFor(
  viewer: { interests: readonly string[]; lookingFor: string | null },
  other: { interests: readonly string[]; lookingFor: string | null },
): Reason[] {
  const shared = other.interests.filter((interest) => viewer.interests.includes(interest)).length;
  const reasons: Reason[] = [];
  if (shared > 0)
    reasons.push({ kind: "interests", text: shared === 1 ? "1 shared interest" : `${shared} shared interests` });
  if (viewer.lookingFor !== null && viewer.lookingFor === other.lookingFor) {
    reasons.push({ kind: "lookingFor", text: LOOKING_FOR_WORDS[viewer.lookingFor] ?? "Looking for the same" });
  }
  return reasons;
}

const LOOKING_FOR_WORDS: Readonly<Record<string, string>> = {
  "Long-term relationship": "Also looking for a long-term relationship",
  "Workout partner": "Also looking for a workout partner",
  "Something casual": "Also looking for something casual",
  "Not sure yet": "Also not sure yet",
  "New gym buddies": "Also looking for gym buddies",
};
