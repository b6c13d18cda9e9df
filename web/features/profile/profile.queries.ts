import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ResponseOf } from "#contract/endpoint.ts";
import { geocode, type OwnProfile, reverseGeocode, updateProfile } from "#contract/profiles.ts";
import { ownProfileKey } from "#web/features/members/own-profile.queries.ts";
import { type ProfileValues, toProfileChange } from "#web/features/profile/profile-form.ts";
import { track } from "#web/lib/analytics.ts";
import { call } from "#web/lib/api.ts";

/** Saves the form; what the server made of it is what the cache then holds. */
export function useSaveProfile() {
  const cache = useQueryClient();
  return useMutation({
    networkMode: "always",
    mutationFn: ({ values, before }: { values: ProfileValues; before: ProfileValues }) =>
      call(updateProfile, { body: toProfileChange(values, before) }),
    onSuccess: ({ profile }) => {
      cache.setQueryData<OwnProfile>(ownProfileKey, profile);
      track("profile_updated", { completion: profile.profile.completion });
    },
  });
}

/** The name of where a device is. */
export const fetchLocationName = async (latitude: number, longitude: number): Promise<string> =>
  (await call(reverseGeocode, { body: { latitude, longitude } })).location;

/** A place that a text may mean. */
export type LocationOption = ResponseOf<typeof geocode>["choices"][number];

/** The places that a text may mean where that is not clear, the most likely first; none where it is. */
export const fetchLocationOptions = async (location: string, signal: AbortSignal): Promise<readonly LocationOption[]> =>
  (await call(geocode, { body: { location } }, signal)).choices;
