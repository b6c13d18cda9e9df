import type { Filters, Sort } from "#contract/discovery/filter-form.ts";
import { FILTER_AGE_MAX, FILTER_AGE_MIN, PEOPLE_COUNT_MAX } from "#contract/limits.ts";
import { SHOW_EVERYONE } from "#contract/members/catalog.ts";
import { counted } from "#contract/words.ts";
import { formatDistance, formatHeight } from "#web/lib/format-units.ts";
import type { Units } from "#web/lib/units.ts";

/** The maximum age includes everyone older: '99+'. */
const formatAge = (age: number): string => (age >= FILTER_AGE_MAX ? `${FILTER_AGE_MAX}+` : String(age));

export const formatAgeRange = ({ ageMin, ageMax }: Pick<Filters, "ageMin" | "ageMax">): string =>
  `${ageMin} to ${formatAge(ageMax)}`;

/** '24 years', '99 years and over'. */
export const formatSpokenAge = (age: number): string =>
  age >= FILTER_AGE_MAX ? `${age} years and over` : `${age} years`;

export const isAnyAge = ({ ageMin, ageMax }: Filters): boolean =>
  ageMin === FILTER_AGE_MIN && ageMax === FILTER_AGE_MAX;

function formatHeightRange({ heightMin, heightMax }: Filters, units: Units): string | undefined {
  if (heightMin && heightMax) return `${formatHeight(heightMin, units)} to ${formatHeight(heightMax, units)}`;
  if (heightMin) return `From ${formatHeight(heightMin, units)}`;
  return heightMax ? `Up to ${formatHeight(heightMax, units)}` : undefined;
}

/** One value by its name, several by their number. */
function formatSelection(chosen: readonly string[], many: string): string | undefined {
  return chosen.length > 1 ? `${chosen.length} ${many}` : chosen[0];
}

export const getShownGender = ({ gender: [chosen] }: Filters): string | undefined =>
  chosen === SHOW_EVERYONE ? undefined : chosen;

/** Short, in the form's order. The distance is always one of them. */
export function listActiveFilters(filters: Filters, units: Units = "us"): string[] {
  return [
    getShownGender(filters),
    isAnyAge(filters) ? undefined : formatAgeRange(filters),
    `Within ${formatDistance(filters.distance, units)}`,
    formatSelection(filters.lookingFor, "goals"),
    formatHeightRange(filters, units),
    formatSelection(filters.interests, "interests"),
    filters.sharedTimesOnly ? "Trains when I do" : undefined,
    filters.verifiedOnly ? "Verified only" : undefined,
  ].filter((label) => label !== undefined);
}

export const SORT_LABELS: Readonly<Record<Sort, { readonly label: string; readonly hint: string }>> = {
  best: { label: "Best match", hint: "What you share, distance and activity" },
  newest: { label: "Newest", hint: "By the day they joined" },
  active: { label: "Recently active", hint: "By the days since they were here" },
  nearest: { label: "Nearest", hint: "By the distance that cards show" },
};

/** Counted up to a maximum. */
export function formatPeople(count: number): string {
  return count >= PEOPLE_COUNT_MAX ? `${PEOPLE_COUNT_MAX - 1}+ people` : counted(count, "person", "people");
}
