import type { Filters } from "#contract/filter-form.ts";
import { FILTER_AGE_MAX, FILTER_AGE_MIN } from "#contract/limits.ts";

/** The preferences of a member who has chosen none. */
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
