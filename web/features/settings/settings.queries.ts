import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { NotificationFlags } from "#contract/notification-causes.ts";
import type { OwnProfile } from "#contract/profiles.ts";
import type { Privacy } from "#contract/settings.ts";
import { ownProfileKey } from "#web/features/members/own-profile.queries.ts";
import { call } from "#web/lib/api.ts";
import { updateQuery } from "#web/lib/realtime-handlers.ts";

/** Prefix of all settings queries. The `settings_changed` event names the next part of the key. */
export const settingsKey = ["settings"] as const;
export const privacyKey = [...settingsKey, "privacy"] as const;

const setCachedNotifications = (cache: QueryClient, notifications: NotificationFlags): void =>
  updateQuery<OwnProfile>(cache, ownProfileKey, (own) => ({ ...own, profile: { ...own.profile, notifications } }));

/** Saves the notification settings. The caller shows the result. */
export function useSaveNotifications() {
  const cache = useQueryClient();
  return useMutation({
    networkMode: "always",
    mutationFn: (notifications: NotificationFlags) =>
      call("PUT /api/profile/notifications", { body: { notifications } }),
    onSuccess: ({ notifications }) => setCachedNotifications(cache, notifications),
  });
}

export const usePrivacy = () =>
  useQuery({
    queryKey: privacyKey,
    queryFn: async ({ signal }) => (await call("GET /api/settings/privacy", {}, signal)).privacy,
  });

/** Changes some of the privacy settings. `variables` holds the pending change for an optimistic display. */
export function useChangePrivacy() {
  const cache = useQueryClient();
  return useMutation({
    networkMode: "always",
    mutationFn: (body: Partial<Privacy>) => call("PUT /api/settings/privacy", { body }),
    onSuccess: ({ privacy }) => updateQuery<Privacy>(cache, privacyKey, () => privacy),
  });
}
