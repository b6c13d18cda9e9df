import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { OwnProfile } from "#contract/profiles.ts";
import {
  getPrivacy,
  type NotificationFlags,
  type Privacy,
  updateNotifications,
  updatePrivacy,
} from "#contract/settings.ts";
import { ownProfileKey } from "#web/features/members/own-profile.ts";
import { call } from "#web/lib/api.ts";
import { write } from "#web/lib/live.ts";

export const privacyKey = ["settings", "privacy"] as const;

/** Notes in one's own profile what one wants to be told of. */
const setCachedNotifications = (cache: QueryClient, notifications: NotificationFlags): void =>
  write<OwnProfile>(cache, ownProfileKey, (own) => ({ ...own, profile: { ...own.profile, notifications } }));

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
    onSuccess: ({ privacy }) => write<Privacy>(cache, privacyKey, () => privacy),
  });
}
