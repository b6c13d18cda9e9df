import { SHOW_EVERYONE } from "#contract/catalog.ts";
import { DEFAULT_FILTERS } from "#contract/default-filters.ts";
import type { Filters, Sort } from "#contract/filter-form.ts";
import { DISTANCE_MAX, FILTER_AGE_MAX, FILTER_AGE_MIN, PEOPLE_COUNT_MAX } from "#contract/limits.ts";
import { formatDistance, formatHeight, type Units } from "#web/lib/units.ts";

/** The maximum age includes everyone older: '99+'. */
const formatAge = (age: number): string => (age >= FILTER_AGE_MAX ? `${FILTER_AGE_MAX}+` : String(age));

export const formatAgeRange = ({ ageMin, ageMax }: Pick<Filters, "ageMin" | "ageMax">): string =>
  `${ageMin} to ${formatAge(ageMax)}`;

/** The age for screen readers: '24 years', '99 years and over'. */
export const formatSpokenAge = (age: number): string =>
  age >= FILTER_AGE_MAX ? `${age} years and over` : `${age} years`;

const isAnyAge = ({ ageMin, ageMax }: Filters): boolean => ageMin === FILTER_AGE_MIN && ageMax === FILTER_AGE_MAX;

function formatHeightRange({ heightMin, heightMax }: Filters, units: Units): string | undefined {
  if (heightMin && heightMax) return `${formatHeight(heightMin, units)} to ${formatHeight(heightMax, units)}`;
  if (heightMin) return `From ${formatHeight(heightMin, units)}`;
  return heightMax ? `Up to ${formatHeight(heightMax, units)}` : undefined;
}

/** One value by its name, several by their number. */
function formatSelection(chosen: readonly string[], many: string): string | undefined {
  return chosen.length > 1 ? `${chosen.length} ${many}` : chosen[0];
}

/** Men or Women, if Show Me restricts the search. */
const getShownGender = ({ gender: [chosen] }: Filters): string | undefined =>
  chosen === SHOW_EVERYONE ? undefined : chosen;

/** Short labels of the filters that restrict the search, in the form's order. The distance is always one of them. */
export function listActiveFilters(filters: Filters, units: Units = "us"): string[] {
  return [
    getShownGender(filters),
    isAnyAge(filters) ? undefined : formatAgeRange(filters),
    `Within ${formatDistance(filters.distance, units)}`,
    formatSelection(filters.lookingFor, "goals"),
    formatHeightRange(filters, units),
    formatSelection(filters.interests, "interests"),
    filters.verifiedOnly ? "Verified only" : undefined,
    filters.sharedTimesOnly ? "Trains when I do" : undefined,
  ].filter((label) => label !== undefined);
}

export const SORT_LABELS: Readonly<Record<Sort, { readonly label: string; readonly hint: string }>> = {
  best: { label: "Best match", hint: "What you share, distance and activity" },
  newest: { label: "Newest", hint: "By the day they joined" },
  active: { label: "Recently active", hint: "By the days since they were here" },
  nearest: { label: "Nearest", hint: "By the distance that cards show" },
};

/** The number of people whom the search finds, as counted up to a maximum. */
export function formatPeople(count: number): string {
  if (count === 1) return "1 person";
  return count >= PEOPLE_COUNT_MAX ? `${PEOPLE_COUNT_MAX - 1}+ people` : `${count} people`;
}

/** How many people a search finds: "7 people within 25 miles fit your preferences." */
export function formatFit(count: number, filters: Filters, hasPlace: boolean, units: Units): string {
  const where = hasPlace ? ` within ${formatDistance(filters.distance, units)}` : "";
  if (count === 0) return `Nobody${where} fits your preferences yet.`;
  return `${formatPeople(count)}${where} ${count === 1 ? "fits" : "fit"} your preferences.`;
}

/** Less restrictive filters, with the label of the button and the changes they contain. */
export interface WiderFilters {
  readonly label: string;
  readonly filters: Filters;
  readonly changes: readonly string[];
}

/** Miles. */
const DISTANCE_STEPS = [10, 25, 50, 100, DISTANCE_MAX];
/** Years on each side. */
const AGE_STEP = 5;

/**
 * Widens one filter by a step: the distance, then the ages, then all others but Show Me. Undefined if none is narrow.
 * @param hasPlace without a place of the member, the distance does not count
 */
export const widenSlightly = (filters: Filters, hasPlace: boolean, units: Units): WiderFilters | undefined =>
  listWider(filters, hasPlace, units)[0] ?? widenRest({ ...filters, distance: DISTANCE_MAX }, units);

/** The distance and the ages, each widened by a step, without those that are as wide as they can be. */
export const listWider = (filters: Filters, hasPlace: boolean, units: Units): readonly WiderFilters[] =>
  [hasPlace ? widenDistance(filters, units) : undefined, widenAges(filters)].filter((wider) => wider !== undefined);

function widenDistance(filters: Filters, units: Units): WiderFilters | undefined {
  const distance = DISTANCE_STEPS.find((miles) => miles > filters.distance);
  if (distance === undefined) return undefined;
  const change = `within ${formatDistance(distance, units)}`;
  return { label: `Look ${change}`, filters: { ...filters, distance }, changes: [change] };
}

function widenAges(filters: Filters): WiderFilters | undefined {
  if (isAnyAge(filters)) return undefined;
  const ages = {
    ageMin: Math.max(FILTER_AGE_MIN, filters.ageMin - AGE_STEP),
    ageMax: Math.min(FILTER_AGE_MAX, filters.ageMax + AGE_STEP),
  };
  const change = `ages ${formatAgeRange(ages)}`;
  return { label: `Include ${change}`, filters: { ...filters, ...ages }, changes: [change] };
}

/** Removes the restrictions: first all but Show Me, then Show Me. Undefined if there are none. */
export const widenFilters = (filters: Filters, units: Units): WiderFilters | undefined =>
  widenRest(filters, units) ?? widenToEveryone(filters);

function widenRest(filters: Filters, units: Units): WiderFilters | undefined {
  const { ageMin, ageMax, lookingFor, heightMin, heightMax, interests } = DEFAULT_FILTERS;
  const { verifiedOnly, sharedTimesOnly } = DEFAULT_FILTERS;
  const changes = [
    !isAnyAge(filters) && `ages ${formatAgeRange({ ageMin, ageMax })}`,
    filters.distance < DISTANCE_MAX && `within ${formatDistance(DISTANCE_MAX, units)}`,
    filters.lookingFor.length > 0 && "looking for anything",
    (filters.heightMin !== null || filters.heightMax !== null) && "any height",
    filters.interests.length > 0 && "any interests",
    filters.verifiedOnly && "verified or not",
    filters.sharedTimesOnly && "training at any time",
  ].filter((change) => change !== false);
  if (changes.length === 0) return undefined;
  const distance = DISTANCE_MAX;
  const open = { ageMin, ageMax, distance, lookingFor, heightMin, heightMax, interests, verifiedOnly, sharedTimesOnly };
  return { label: "Widen your search", filters: { ...filters, ...open }, changes };
}

function widenToEveryone(filters: Filters): WiderFilters | undefined {
  if (getShownGender(filters) === undefined) return undefined;
  const { sort } = filters;
  return {
    label: "Show everyone",
    filters: { ...DEFAULT_FILTERS, distance: DISTANCE_MAX, gender: [SHOW_EVERYONE], sort },
    changes: ["everyone"],
  };
}
