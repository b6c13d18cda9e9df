import { SHOW_EVERYONE } from "#contract/catalog.ts";
import { DEFAULT_FILTERS } from "#contract/default-filters.ts";
import type { Filters } from "#contract/filter-form.ts";
import { DISTANCE_MAX, FILTER_AGE_MAX, FILTER_AGE_MIN } from "#contract/limits.ts";
import { formatAgeRange, formatPeople, getShownGender, isAnyAge } from "#web/features/preferences/filter-labels.ts";
import { formatDistance, type Units } from "#web/lib/units.ts";

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
