import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { TrainingWeek } from "#contract/training/training.ts";
import type { TrainingUpdate } from "#contract/training/training-form.ts";
import { settingsKey } from "#web/domains/accounts/settings/settings.queries.ts";
import { call } from "#web/lib/api.ts";

/** A settings query, because the `settings_changed` event refetches it. */
export const trainingKey = [...settingsKey, "training"] as const;

/** The member's own week; null if they have not said when they train. */
export const useTraining = () =>
  useQuery({
    queryKey: trainingKey,
    queryFn: async ({ signal }) => (await call("GET /api/training", {}, signal)).week,
  });

/** Replaces the week. `variables` holds the pending one. */
export function useSaveTraining() {
  const cache = useQueryClient();
  return useMutation({
    networkMode: "always",
    mutationFn: (body: TrainingUpdate) => call("PUT /api/training", { body }),
    onSuccess: ({ week }) => cache.setQueryData<TrainingWeek | null>(trainingKey, week),
  });
}

export function useDeleteTraining() {
  const cache = useQueryClient();
  return useMutation({
    networkMode: "always",
    mutationFn: () => call("DELETE /api/training", {}),
    onSuccess: () => cache.setQueryData<TrainingWeek | null>(trainingKey, null),
  });
}
