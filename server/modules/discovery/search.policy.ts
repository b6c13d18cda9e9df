import type { Filters } from "#contract/filters.ts";
import { FILTER_AGE_MAX, FILTER_AGE_MIN } from "#contract/limits.ts";
import { areasAround, cosineOf, directionOf } from "#server/geo/geo-cells.ts";
import { inchesOf } from "#server/lib/height.ts";
import { genderCode, interestsMask, lookingForCode, showMeCode } from "#server/modules/discovery/browse.codes.ts";
import type { Viewer } from "#server/modules/discovery/discovery.repo.ts";
import type { Bookmark, Search } from "#server/modules/discovery/ranking.repo.ts";

/** A viewer and their filters, in the numbers of the table that is searched. */
export function searchOf(viewerId: string, viewer: Viewer, filters: Filters): Search {
  return {
    viewerId,
    at: viewer.cell === null ? null : directionOf(viewer.cell),
    areas: viewer.cell === null ? null : areasAround(viewer.cell, filters.distance),
    nearest: cosineOf(filters.distance),
    gender: genderCode(viewer.counted_gender),
    age: viewer.counted_age,
    interests: interestsMask(viewer.interests),
    lookingFor: lookingForCode(viewer.looking_for),
    wantGender: showMeCode(filters.gender),
    wantAgeMin: filters.ageMin,
    wantAgeMax: filters.ageMax,
    wantAnyAge: filters.ageMin === FILTER_AGE_MIN && filters.ageMax >= FILTER_AGE_MAX,
    wantLookingFor: filters.lookingFor.map(lookingForCode),
    wantInterests: interestsMask(filters.interests),
    heightMin: inchesOf(filters.heightMin),
    heightMax: inchesOf(filters.heightMax),
  };
}

/** Where a page begins: an offset into a list that is kept. Null for text that is none. */
export function parseCursor(cursor: string): Bookmark | null {
  const [, listId = "", offset = ""] = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{1,4})$/.exec(cursor) ?? [];
  return listId === "" ? null : { listId, offset: Number(offset) };
}
