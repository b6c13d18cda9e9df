import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { OwnProfile } from "#contract/profiles.ts";
import {
  getPrivacy,
  type NotificationFlags,
  type Privacy,
  updateNotifications,
  updatePrivacy,
} from "#contract/settings.ts";
import { ownProfileKey } from "#web/features/members/own-profile.queries.ts";
import { call } from "#web/lib/api.ts";
import { updateQuery } from "#web/lib/realtime-handlers.ts";

/** The prefix of every settings query. `settings_changed` names the part that follows it. */
export const settingsKey = ["settings"] as const;
export const privacyKey = [...settingsKey, "privacy"] as const;

/** Notes in one's own profile what one wants to be told of. */
const setCachedNotifications = (cache: QueryClient, notifications: NotificationFlags): void =>
  updateQuery<OwnProfile>(cache, ownProfileKey, (own) => ({ ...own, profile: { ...own.profile, notifications } }));

/** Saves what one wants to be told of; what is said of it is the caller's. */
export function useSaveNotifications() {
  const cache = useQueryClient();
  return useMutation({
    networkMode: "always",
    mutationFn: (notifications: NotificationFlags) => call(updateNotifications, { body: { notifications } }),
    onSuccess: ({ notifications }) => setCachedNotifications(cache, notifications),
  });
}

export const usePrivacy = () =>
  useQuery({
    queryKey: privacyKey,
    queryFn: async ({ signal }) => (await call(getPrivacy, {}, signal)).privacy,
  });

/** Changes a part of one's privacy, at once. Until it is answered, and only so long, it is shown as wished. */
export function useChangePrivacy() {
  const cache = useQueryClient();
  return useMutation({
    networkMode: "always",
    mutationFn: (body: Partial<Privacy>) => call(updatePrivacy, { body }),
    onSuccess: ({ privacy }) => updateQuery<Privacy>(cache, privacyKey, () => privacy),
  });
}
