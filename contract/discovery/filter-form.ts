import * as z from "zod/mini";
import { type ErrorText, lengthLimit } from "#contract/form-fields.ts";
import { formatAlternatives } from "#contract/format.ts";
import { CHOICE_MAX, DISTANCE_MAX, DISTANCE_MIN, FILTER_AGE_MAX, FILTER_AGE_MIN } from "#contract/limits.ts";
import { HEIGHTS, INTERESTS, LOOKING_FOR, SHOW_ME_CHOICES } from "#contract/members/catalog.ts";

const ages = `Ages go from ${FILTER_AGE_MIN} to ${FILTER_AGE_MAX}`;
const age = z.int(ages).check(z.minimum(FILTER_AGE_MIN, ages), z.maximum(FILTER_AGE_MAX, ages));
const miles = `Distance goes from ${DISTANCE_MIN} to ${DISTANCE_MAX} miles`;
const heightError = "Choose a height from the list";
const height = z.nullable(
  z.string(heightError).check(
    lengthLimit(CHOICE_MAX, heightError),
    z.refine((text) => HEIGHTS.includes(text), heightError),
  ),
);

const showMe = { error: () => `Show Me is ${formatAlternatives(SHOW_ME_CHOICES)}` };

const someOf = (list: readonly string[], error: ErrorText) =>
  z
    .array(
      z.string(error).check(
        lengthLimit(CHOICE_MAX, error),
        z.refine((value) => list.includes(value), error),
      ),
      error,
    )
    .check(
      z.maxLength(list.length, error),
      z.refine((values) => new Set(values).size === values.length, error),
    );

/** The orders of Browse. `active` is by the last activity, in steps of some days. */
export const SORTS = ["best", "newest", "active", "nearest"] as const;
const sort = z.enum(SORTS, "Sort by is best, newest, active or nearest");
export type Sort = z.output<typeof sort>;

/** A member's search preferences. `ageMax` 99 means 99 and over; an empty list means all. */
export const filters = z.object({
  ageMin: age,
  ageMax: age,
  /** Miles. */
  distance: z.int(miles).check(z.minimum(DISTANCE_MIN, miles), z.maximum(DISTANCE_MAX, miles)),
  /** At most one. None is not answered yet and searches like `Everyone`. */
  gender: someOf(SHOW_ME_CHOICES, showMe).check(z.maxLength(1, showMe)),
  lookingFor: someOf(LOOKING_FOR, "Choose from the list"),
  heightMin: height,
  heightMax: height,
  interests: someOf(INTERESTS, "Choose from the list"),
  verifiedOnly: z.boolean("Verified only is on or off"),
  /** Coarse parts of the week. Without effect while nothing counts of the viewer's week. */
  sharedTimesOnly: z.boolean("Trains when I do is on or off"),
  sort,
});
export type Filters = z.output<typeof filters>;

const heightIndex = (height: string | null | undefined): number => HEIGHTS.indexOf(height ?? "");

const partialFilters = z.partial(filters);
type Bounds = z.output<typeof partialFilters>;
const orderedAges = z.refine<Bounds>(
  ({ ageMin, ageMax }) => ageMin === undefined || ageMax === undefined || ageMin <= ageMax,
  { error: "The lowest age is above the highest", path: ["ageMin"] },
);
const orderedHeights = z.refine<Bounds>(
  ({ heightMin, heightMax }) => !heightMin || !heightMax || heightIndex(heightMin) <= heightIndex(heightMax),
  { error: "The lowest height is above the highest", path: ["heightMin"] },
);

/** Absent fields are kept. */
export const filtersUpdate = z
  .extend(partialFilters, {
    /** With `gender`: the version of the consent text that the member saw. */
    showMeConsent: z.optional(z.int()),
  })
  .check(orderedAges, orderedHeights);
export type FiltersUpdate = z.output<typeof filtersUpdate>;

/** All but the order. */
export const countedFilters = z.omit(filters, { sort: true }).check(orderedAges, orderedHeights);
export type CountedFilters = z.output<typeof countedFilters>;
