import type { Reason, Recency } from "#contract/discovery/discovery.ts";
import type { Filters } from "#contract/discovery/filter-form.ts";
import { FILTER_AGE_MAX, FILTER_AGE_MIN } from "#contract/limits.ts";
import { GENDER_TABLE, GOAL_TABLE, type Goal, INTERESTS, parseHeight } from "#contract/members/catalog.ts";
import { BAND_ENDS, bandText } from "#contract/members/distance-bands.ts";
import {
  type CountedWeek,
  fittingCodes,
  levelReason,
  packWeek,
  partsOf,
  timeReason,
} from "#server/domains/discovery/search/counted-weeks.policy.ts";
import type { Search } from "#server/domains/discovery/search/discovery.queries.ts";
import type { Cursor } from "#server/domains/discovery/search/search-results.queries.ts";
import type { Viewer } from "#server/domains/discovery/search/searcher.queries.ts";
import { areasAround, cosineOf, directionOf } from "#server/platform/geo/geo-cells.ts";

/** The bands' upper ends as cosines of the angle at the earth's centre, nearest first: less is farther. */
export const BAND_COSINES: readonly number[] = BAND_ENDS.map(cosineOf);

/**
 * Distances leave the server in these words only.
 * @param cosine of the angle at the earth's centre; null if a place is unknown
 */
export function distanceBand(cosine: number | null): string | null {
  if (cosine === null) return null;
  const band = BAND_COSINES.findIndex((end) => cosine >= end);
  return bandText(band < 0 ? BAND_COSINES.length : band);
}

/**
 * The best reason first: a first date needs a time that both have.
 * @param shared the interests of both
 * @param lookingFor the goal that both have; null if they differ or do not say
 */
export function reasonsFor(shared: readonly string[], lookingFor: string | null, weeks: Weeks): Reason[] {
  const reasons: (Reason | undefined)[] = [timeReason(weeks.viewer, weeks.member)];
  if (shared.length > 0) reasons.push({ kind: "interests", text: formatInterests(shared) });
  if (lookingFor !== null)
    reasons.push({ kind: "lookingFor", text: LOOKING_FOR_WORDS[lookingFor] ?? "Looking for the same" });
  reasons.push(levelReason(weeks.viewer, weeks.member));
  return reasons.filter((reason) => reason !== undefined);
}

/** More do not fit a card. */
const NAMED_INTERESTS = 2;

function formatInterests(shared: readonly string[]): string {
  const named = shared.slice(0, NAMED_INTERESTS).join(", ");
  return shared.length > NAMED_INTERESTS ? `${named} +${shared.length - NAMED_INTERESTS}` : named;
}

/** The town of a place such as "Austin, TX". Two towns of one name are told apart by the whole place. */
const townOf = (location: string): string => location.split(",", 1)[0]?.trim() ?? "";
const isSamePlace = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase();

/**
 * For a member with whom the viewer has nothing in common. The last reason is true of everyone: ages count both ways.
 */
export function lastReason(viewerLocation: string, location: string, cosine: number | null, recency: Recency): Reason {
  const town = townOf(location);
  if (town !== "" && isSamePlace(location, viewerLocation)) return { kind: "place", text: `Also in ${town}` };
  if (cosine !== null && cosine >= (BAND_COSINES[0] ?? 1)) return { kind: "place", text: "Lives near you" };
  if (recency === "new") return { kind: "new", text: "New here" };
  return { kind: "fit", text: "Your ages fit" };
}

interface Weeks {
  readonly viewer: CountedWeek;
  readonly member: CountedWeek;
}

const LOOKING_FOR_WORDS: Readonly<Record<string, string>> = {
  "Long-term relationship": "Also wants long-term",
  "Workout partner": "Also wants a workout partner",
  "Something casual": "Also wants something casual",
  "Not sure yet": "Also not sure yet",
  "New gym buddies": "Also wants gym buddies",
} satisfies Record<Goal, string>;

export function searchOf(viewerId: string, viewer: Viewer, filters: Filters): Search {
  const week = packWeek(viewer.counted_week);
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
    verifiedOnly: filters.verifiedOnly,
    weekParts: partsOf(week),
    levelCodes: fittingCodes(week),
    wantParts: filters.sharedTimesOnly ? partsOf(week) : 0,
    sort: filters.sort,
  };
}

/** Below the cosine of any distance. */
const ANY_DISTANCE = -2;

/** The filters of the other members still count. */
export const withoutFilters = (search: Search): Search => ({
  ...search,
  areas: null,
  nearest: ANY_DISTANCE,
  wantGender: 0,
  wantAgeMin: FILTER_AGE_MIN,
  wantAgeMax: FILTER_AGE_MAX,
  wantAnyAge: true,
  wantLookingFor: [],
  wantInterests: 0,
  heightMin: null,
  heightMax: null,
  verifiedOnly: false,
  wantParts: 0,
});

export const withoutDistance = (search: Search): Search => ({ ...search, areas: null, nearest: ANY_DISTANCE });

/** An offset in a stored result. Null if it is malformed. */
export function parseCursor(cursor: string): Cursor | null {
  const [, resultId = "", offset = ""] =
    /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{1,4})$/.exec(cursor) ?? [];
  return resultId === "" ? null : { resultId, offset: Number(offset) };
}

// The catalog's choices, encoded as numbers for `search_index`. 0 is unknown, or anyone.

export const genderCode = (gender: string | null): number =>
  GENDER_TABLE.find(({ value }) => value === gender)?.code ?? 0;
/** `Everyone` is anyone, like no choice. */
export const showMeCode = ([chosen]: readonly string[]): number =>
  GENDER_TABLE.find(({ showMe }) => showMe === chosen)?.code ?? 0;
export const lookingForCode = (lookingFor: string | null): number =>
  GOAL_TABLE.find(({ value }) => value === lookingFor)?.code ?? 0;

export const interestsOf = (mask: number): string[] => INTERESTS.filter((_, bit) => (mask & (1 << bit)) !== 0);

/** One bit per interest. A PostgreSQL integer has room for 31. */
export const interestsMask = (interests: readonly string[]): number =>
  interests.reduce((mask, interest) => {
    const bit = INTERESTS.indexOf(interest as never);
    return bit < 0 ? mask : mask | (1 << bit);
  }, 0);
