import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { DEFAULT_FILTERS } from "#contract/discovery/default-filters.ts";
import type { Filters, FiltersUpdate } from "#contract/discovery/filter-form.ts";
import { call } from "#web/lib/api.ts";

export const filtersKey = ["filters"] as const;

export const filtersQuery = {
  queryKey: filtersKey,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Filters> =>
    (await call("GET /api/profile/filters", {}, signal)).filters,
};

export const useFilters = () => useQuery(filtersQuery);

/** Milliseconds without a change before people are counted. */
const COUNT_AFTER_MS = 400;

/**
 * The number of people whom a search with unsaved preferences finds, up to `PEOPLE_COUNT_MAX`, and where the nearest are
 * if there is nobody. Undefined until it is known; a change cancels the request before.
 * @param filters undefined to count nothing
 */
export function usePeopleFound(filters: Filters | undefined) {
  // The order changes nothing.
  const counted = { ...(filters ?? DEFAULT_FILTERS), sort: DEFAULT_FILTERS.sort };
  const { data } = useQuery({
    queryKey: ["people-count", counted],
    queryFn: async ({ signal }) => {
      await new Promise((resolve) => setTimeout(resolve, COUNT_AFTER_MS));
      signal.throwIfAborted();
      return call("POST /api/profile/filters/count", { body: counted }, signal);
    },
    enabled: filters !== undefined,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  return filters && data;
}

/** @param filters as of `usePeopleFound` */
export const usePeopleCount = (filters: Filters | undefined): number | undefined => usePeopleFound(filters)?.count;

/** Saves the preferences. They change the search results, so the caller restarts the search. */
export function useSaveFilters() {
  const cache = useQueryClient();
  return useMutation({
    networkMode: "always",
    mutationFn: (filters: FiltersUpdate) => call("PUT /api/profile/filters", { body: filters }),
    onSuccess: ({ filters }) => cache.setQueryData<Filters>(filtersKey, filters),
  });
}
