import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { AlertSettings } from "#contract/moderation/alerts.ts";
import { callStaff } from "#web/console/staff-api.ts";

const alertsKey = ["alert-settings"] as const;

export const alertsQuery = queryOptions({
  queryKey: alertsKey,
  queryFn: ({ signal }) => callStaff("GET /api/moderation/alerts", {}, { signal }),
});

/** A change whose reply has the settings afterwards. */
export function useAlertChange<Input>(change: (input: Input) => Promise<AlertSettings>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (settings) => queryClient.setQueryData(alertsQuery.queryKey, settings),
  });
}
