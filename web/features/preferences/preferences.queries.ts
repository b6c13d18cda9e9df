import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type Filters, getFilters, updateFilters } from "#contract/filters.ts";
import { call } from "#web/lib/api.ts";

/** Under it the cache holds `Filters`. */
export const filtersKey = ["filters"] as const;

/** Whom one wants to see. */
export const useFilters = () =>
  useQuery({
    queryKey: filtersKey,
    queryFn: async ({ signal }) => (await call(getFilters, {}, signal)).filters,
  });

/** Saves whom one wants to see. Who is shown changes with it: whoever composes this looks for them anew. */
export function useSaveFilters() {
  const cache = useQueryClient();
  return useMutation({
    networkMode: "always",
    mutationFn: (filters: Filters) => call(updateFilters, { body: filters }),
    onSuccess: ({ filters }) => cache.setQueryData<Filters>(filtersKey, filters),
  });
}
