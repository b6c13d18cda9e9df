import type { Filters } from "#contract/filter-form.ts";
import { formatPeople } from "#web/features/preferences/filter-labels.ts";
import { formatDistance, type Units } from "#web/lib/units.ts";

/** How many people a search finds: "7 people within 25 miles fit your preferences." */
export function formatFit(count: number, filters: Filters, hasPlace: boolean, units: Units): string {
  const where = hasPlace ? ` within ${formatDistance(filters.distance, units)}` : "";
  if (count === 0) return `Nobody${where} fits your preferences yet.`;
  return `${formatPeople(count)}${where} ${count === 1 ? "fits" : "fit"} your preferences.`;
}
