import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Privacy } from "#contract/accounts/settings.ts";
import type { OwnProfile } from "#contract/members/profiles.ts";
import { dailySetKey } from "#web/domains/members/daily-set.queries.ts";
import { ownProfileKey } from "#web/domains/members/own-profile.queries.ts";
import { call } from "#web/lib/api.ts";
import { refetchQuery, updateQuery } from "#web/lib/realtime-handlers.ts";

/** Prefix of all settings queries. The `settings_changed` event names the next part of the key. */
export const settingsKey = ["settings"] as const;
export const privacyKey = [...settingsKey, "privacy"] as const;
/** Refetched when contact ends or a member is unblocked. */
export const blockedMembersKey = [...settingsKey, "blocks"] as const;
/** Refetched when a member is passed on or shown again. */
export const passedMembersKey = [...settingsKey, "passes"] as const;
/** Refetched when contact with a member ends. */
export const pastContactsKey = [...settingsKey, "past-contacts"] as const;

type NotificationSettings = Pick<OwnProfile["profile"], "notifications" | "quietHours">;

const setCachedNotifications = (cache: QueryClient, { notifications, quietHours }: NotificationSettings): void =>
  updateQuery<OwnProfile>(cache, ownProfileKey, (own) => ({
    ...own,
    profile: { ...own.profile, notifications, quietHours },
  }));

/** Saves the notification settings. The caller shows the result. */
export function useSaveNotifications() {
  const cache = useQueryClient();
  return useMutation({
    networkMode: "always",
    mutationFn: (body: NotificationSettings) => call("PUT /api/profile/notifications", { body }),
    onSuccess: (saved) => setCachedNotifications(cache, saved),
  });
}

export const usePrivacy = () =>
  useQuery({
    queryKey: privacyKey,
    queryFn: async ({ signal }) => (await call("GET /api/settings/privacy", {}, signal)).privacy,
  });

/** Browse, if it is open, keeps its cards until there is a set. Otherwise it loads the set before it shows them. */
function applyDailySetChange(cache: QueryClient, isOn: boolean): void {
  if (!isOn) return void cache.setQueryData(dailySetKey, null);
  cache.removeQueries({ queryKey: dailySetKey, type: "inactive" });
  void refetchQuery(cache, dailySetKey);
}

/** Changes some of the privacy settings. `variables` holds the pending change for an optimistic display. */
export function useChangePrivacy() {
  const cache = useQueryClient();
  return useMutation({
    networkMode: "always",
    mutationFn: (body: Partial<Privacy>) => call("PUT /api/settings/privacy", { body }),
    onSuccess: ({ privacy }, { dailySet }) => {
      const { hidden, hiddenUntil } = privacy;
      updateQuery<Privacy>(cache, privacyKey, () => privacy);
      updateQuery<OwnProfile>(cache, ownProfileKey, (own) => ({ ...own, hidden, hiddenUntil }));
      if (dailySet !== undefined) applyDailySetChange(cache, dailySet);
    },
  });
}
