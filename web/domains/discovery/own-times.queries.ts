import { useQuery } from "@tanstack/react-query";
import { settingsKey } from "#web/domains/accounts/settings/settings.queries.ts";
import { call } from "#web/lib/api.ts";

/**
 * Whether members can be found by the viewer's own times. Undefined until it is known. The `settings_changed` event about
 * training weeks refetches it; a new week counts from the next day.
 */
export const useHasTimes = (): boolean | undefined =>
  useQuery({
    queryKey: [...settingsKey, "training", "has-times"],
    queryFn: async ({ signal }) => (await call("GET /api/profile/filters", {}, signal)).hasTimes,
    staleTime: 0,
  }).data;
