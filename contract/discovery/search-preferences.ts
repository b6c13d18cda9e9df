import * as z from "zod/mini";
import { countedFilters, filters, filtersUpdate } from "#contract/discovery/filter-form.ts";
import { endpoint } from "#contract/endpoint.ts";
import { ok } from "#contract/schemas.ts";

export const getFilters = endpoint({
  method: "GET",
  path: "/api/profile/filters",
  summary: "Get the current member's search preferences",
  access: "member",
  reply: z.object({
    success: ok,
    filters,
    /** Without counting times `sharedTimesOnly` has no effect. */
    hasTimes: z.boolean(),
  }),
});

export const countPeople = endpoint({
  method: "POST",
  path: "/api/profile/filters/count",
  summary: "Count the members whom a search with the given preferences finds, up to a maximum. Saves nothing",
  access: "member",
  body: countedFilters,
  reply: z.object({
    success: ok,
    /** `PEOPLE_COUNT_MAX` means that many or more. */
    count: z.int(),
    /**
     * If nobody is found: the nearest place beyond the distance with `NEAREST_PLACE_MIN` who fit, as 'City, Region'.
     */
    nearest: z.nullable(z.string()),
  }),
});

export const updateFilters = endpoint({
  method: "PUT",
  path: "/api/profile/filters",
  summary: "Update the search preferences. Absent fields keep their values",
  access: "member",
  body: filtersUpdate,
  reply: z.object({ success: ok, filters, message: z.string() }),
});
