import { DEFAULT_FILTERS } from "#contract/discovery/default-filters.ts";
import type { Filters } from "#contract/discovery/filter-form.ts";
import { DISTANCE_MAX, FILTER_AGE_MAX, FILTER_AGE_MIN, NEAREST_PLACE_MIN } from "#contract/limits.ts";
import { plural } from "#contract/words.ts";
import { formatAgeRange, formatPeople, isAnyAge } from "#web/domains/discovery/filter-labels.ts";
import { formatDistance } from "#web/lib/format-units.ts";
import type { Units } from "#web/lib/units.ts";

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
  return `${formatPeople(count)}${where} ${plural(count, "fits", "fit")} your preferences.`;
}

/** A step to a less restrictive search, and back. All other filters stay as they are, also those set on another device. */
export interface WiderFilters {
  readonly label: string;
  /** Such as 'within 100 miles'. */
  readonly text: string;
  readonly change: Partial<Filters>;
  readonly undo: Partial<Filters>;
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
  const text = `within ${formatDistance(distance, units)}`;
  return { label: `Look ${text}`, text, change: { distance }, undo: { distance: filters.distance } };
}

function widenAges(filters: Filters): WiderFilters | undefined {
  if (isAnyAge(filters)) return undefined;
  const { ageMin, ageMax } = filters;
  const change = {
    ageMin: Math.max(FILTER_AGE_MIN, ageMin - AGE_STEP),
    ageMax: Math.min(FILTER_AGE_MAX, ageMax + AGE_STEP),
  };
  const text = `ages ${formatAgeRange(change)}`;
  return { label: `Include ${text}`, text, change, undo: { ageMin, ageMax } };
}

/** Removes one of the other restrictions. Whom the member wants, and that they are verified, is theirs to change. */
function widenOther({
  heightMin,
  heightMax,
  interests,
  sharedTimesOnly,
  lookingFor,
}: Filters): WiderFilters | undefined {
  const open = DEFAULT_FILTERS;
  if (heightMin !== null || heightMax !== null) {
    const change = { heightMin: open.heightMin, heightMax: open.heightMax };
    return { label: "Include any height", text: "any height", change, undo: { heightMin, heightMax } };
  }
  if (interests.length > 0) {
    const change = { interests: open.interests };
    return { label: "Include any interests", text: "any interests", change, undo: { interests } };
  }
  if (sharedTimesOnly) {
    const change = { sharedTimesOnly: open.sharedTimesOnly };
    return { label: "Include any times", text: "training at any time", change, undo: { sharedTimesOnly } };
  }
  if (lookingFor.length > 0) {
    const change = { lookingFor: open.lookingFor };
    return { label: "Include any goal", text: "looking for anything", change, undo: { lookingFor } };
  }
  return undefined;
}
