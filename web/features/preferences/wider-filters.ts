import { DEFAULT_FILTERS } from "#contract/default-filters.ts";
import type { Filters } from "#contract/filter-form.ts";
import { DISTANCE_MAX, FILTER_AGE_MAX, FILTER_AGE_MIN, NEAREST_PLACE_MIN } from "#contract/limits.ts";
import { formatAgeRange, formatPeople, isAnyAge } from "#web/features/preferences/filter-labels.ts";
import { formatDistance, type Units } from "#web/lib/units.ts";

/**
 * How many people a search finds: "7 people within 25 miles fit your preferences."
 * @param nearest the nearest place with `NEAREST_PLACE_MIN` people, if nobody is found
 */
export function formatFit(
  count: number,
  filters: Filters,
  hasPlace: boolean,
  units: Units,
  nearest: string | null = null,
): string {
  const where = hasPlace ? ` within ${formatDistance(filters.distance, units)}` : "";
  const elsewhere = nearest === null ? "" : ` The nearest place with ${NEAREST_PLACE_MIN} or more is ${nearest}.`;
  if (count === 0) return `Nobody${where} fits your preferences yet.${elsewhere}`;
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
 * Widens one filter by a step: the distance, then the ages, then each of the others, but never Show Me and Verified only.
 * Undefined if none is narrow.
 * @param hasPlace without a place of the member, the distance does not count
 */
export const widenSlightly = (filters: Filters, hasPlace: boolean, units: Units): WiderFilters | undefined =>
  listWider(filters, hasPlace, units)[0] ?? widenOther(filters);

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

/** Removes one of the other restrictions. Whom the member wants, and that they are verified, is theirs to change. */
function widenOther(filters: Filters): WiderFilters | undefined {
  const { lookingFor, heightMin, heightMax, interests, sharedTimesOnly } = DEFAULT_FILTERS;
  const widen = (label: string, change: string, open: Partial<Filters>): WiderFilters => ({
    label,
    filters: { ...filters, ...open },
    changes: [change],
  });
  if (filters.heightMin !== null || filters.heightMax !== null)
    return widen("Include any height", "any height", { heightMin, heightMax });
  if (filters.interests.length > 0) return widen("Include any interests", "any interests", { interests });
  if (filters.sharedTimesOnly) return widen("Include any times", "training at any time", { sharedTimesOnly });
  if (filters.lookingFor.length > 0) return widen("Include any goal", "looking for anything", { lookingFor });
  return undefined;
}
