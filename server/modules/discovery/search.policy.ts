import { parseHeight } from "#contract/catalog.ts";
import type { Filters } from "#contract/filters.ts";
import { FILTER_AGE_MAX, FILTER_AGE_MIN } from "#contract/limits.ts";
import { areasAround, cosineOf, directionOf } from "#server/geo/geo-cells.ts";
import type { Viewer } from "#server/modules/discovery/discovery.queries.ts";
import { genderCode, interestsMask, lookingForCode, showMeCode } from "#server/modules/discovery/search-encoding.ts";
import type { Cursor, Search } from "#server/modules/discovery/search-results.queries.ts";

/** A viewer and their filters, in the numbers of the table that is searched. */
export function searchOf(viewerId: string, viewer: Viewer, filters: Filters): Search {
  return {
    viewerId,
    at: viewer.h3_cell === null ? null : directionOf(viewer.h3_cell),
    areas: viewer.h3_cell === null ? null : areasAround(viewer.h3_cell, filters.distance),
    nearest: cosineOf(filters.distance),
    gender: genderCode(viewer.effective_gender),
    age: viewer.effective_age,
    interests: interestsMask(viewer.interests),
    lookingFor: lookingForCode(viewer.looking_for),
    wantGender: showMeCode(filters.gender),
    wantAgeMin: filters.ageMin,
    wantAgeMax: filters.ageMax,
    wantAnyAge: filters.ageMin === FILTER_AGE_MIN && filters.ageMax >= FILTER_AGE_MAX,
    wantLookingFor: filters.lookingFor.map(lookingForCode),
    wantInterests: interestsMask(filters.interests),
    heightMin: parseHeight(filters.heightMin),
    heightMax: parseHeight(filters.heightMax),
  };
}

/** Where a page begins: an offset into a list that is kept. Null for text that is none. */
export function parseCursor(cursor: string): Cursor | null {
  const [, resultId = "", offset = ""] =
    /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{1,4})$/.exec(cursor) ?? [];
  return resultId === "" ? null : { resultId, offset: Number(offset) };
}
