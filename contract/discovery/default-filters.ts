import type { Filters } from "#contract/discovery/filter-form.ts";
import { FILTER_AGE_MAX, FILTER_AGE_MIN } from "#contract/limits.ts";

export const DEFAULT_FILTERS: Filters = {
  ageMin: FILTER_AGE_MIN,
  ageMax: FILTER_AGE_MAX,
  distance: 50,
  gender: [],
  lookingFor: [],
  heightMin: null,
  heightMax: null,
  interests: [],
  verifiedOnly: false,
  sharedTimesOnly: false,
  sort: "best",
};

/** On each side of one's own age. */
const STARTING_YEARS = 10;

/** @param age their own; null if unknown */
export const startingAges = (age: number | null): Pick<Filters, "ageMin" | "ageMax"> => ({
  ageMin: age === null ? FILTER_AGE_MIN : Math.max(FILTER_AGE_MIN, age - STARTING_YEARS),
  ageMax: age === null ? FILTER_AGE_MAX : Math.min(FILTER_AGE_MAX, age + STARTING_YEARS),
});
