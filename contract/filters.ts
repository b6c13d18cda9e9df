import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { type Filters, filters, filtersUpdate } from "#contract/filter-form.ts";
import { FILTER_AGE_MAX, FILTER_AGE_MIN } from "#contract/limits.ts";
import { ok } from "#contract/schemas.ts";

export type { Filters, FiltersUpdate as FiltersChange } from "#contract/filter-form.ts";

/** The preferences of a member who has chosen none. */
export const DEFAULT_FILTERS: Filters = {
  ageMin: FILTER_AGE_MIN,
  ageMax: FILTER_AGE_MAX,
  distance: 50,
  gender: [],
  lookingFor: [],
  heightMin: null,
  heightMax: null,
  interests: [],
};

export const getFilters = endpoint({
  method: "GET",
  path: "/api/profile/filters",
  summary: "Whom one wants to see",
  access: "member",
  reply: z.object({ success: ok, filters }),
});

export const updateFilters = endpoint({
  method: "PUT",
  path: "/api/profile/filters",
  summary: "Change whom one wants to see; absent fields stay",
  access: "member",
  body: filtersUpdate,
  reply: z.object({ success: ok, filters, message: z.string() }),
});
