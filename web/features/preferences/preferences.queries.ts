import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Filters, FiltersUpdate } from "#contract/filter-form.ts";
import { call } from "#web/lib/api.ts";

export const filtersKey = ["filters"] as const;

export const filtersQuery = {
  queryKey: filtersKey,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Filters> =>
    (await call("GET /api/profile/filters", {}, signal)).filters,
};

export const useFilters = () => useQuery(filtersQuery);

/** Saves the preferences. They change the search results, so the caller restarts the search. */
export function useSaveFilters() {
  const cache = useQueryClient();
  return useMutation({
    networkMode: "always",
    mutationFn: (filters: FiltersUpdate) => call("PUT /api/profile/filters", { body: filters }),
    onSuccess: ({ filters }) => cache.setQueryData<Filters>(filtersKey, filters),
  });
}
