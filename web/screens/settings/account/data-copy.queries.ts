import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { DataCopy } from "#contract/member-data/member-data.ts";
import { settingsKey } from "#web/domains/accounts/settings/settings.queries.ts";
import { call } from "#web/lib/api.ts";

const dataCopyKey = [...settingsKey, "data-copy"] as const;
const LOOK_MS = 1500;

/** How far the copy of the member's data is: followed while it is being prepared. Null without one. */
export const useDataCopy = () =>
  useQuery({
    queryKey: dataCopyKey,
    queryFn: async ({ signal }) => (await call("GET /api/account/data-copy", {}, signal)).copy,
    refetchInterval: ({ state }) => (state.data?.state === "preparing" ? LOOK_MS : false),
  });

export function useSetDataCopy(): (copy: DataCopy) => void {
  const cache = useQueryClient();
  return (copy) => void cache.setQueryData(dataCopyKey, copy);
}
