import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ResponseOf } from "#contract/endpoint.ts";
import type { Endpoints } from "#contract/endpoints.ts";
import type { OwnProfile, ProfileChange } from "#contract/members/profiles.ts";
import { ownProfileKey } from "#web/domains/members/own-profile.queries.ts";
import { track } from "#web/lib/analytics.ts";
import { call } from "#web/lib/api.ts";

/** Saves some fields and caches the profile that the server returns. */
export function useChangeProfile() {
  const cache = useQueryClient();
  return useMutation({
    networkMode: "always",
    mutationFn: (change: ProfileChange) => call("PUT /api/profile", { body: change }),
    onSuccess: ({ profile }) => {
      cache.setQueryData<OwnProfile>(ownProfileKey, profile);
      track("profile_updated", { completion: profile.profile.completion });
    },
  });
}

/** The name of the place at a position. */
export const fetchLocationName = async (latitude: number, longitude: number): Promise<string> =>
  (await call("POST /api/profile/reverse-geocode", { body: { latitude, longitude } })).location;

/** A possible meaning of a place name. */
export type LocationOption = ResponseOf<Endpoints["POST /api/profile/geocode"]>["choices"][number];

/** The whole name of a place, and the possible meanings of an ambiguous one, the most likely first. */
export const fetchLocationOptions = (location: string, signal: AbortSignal) =>
  call("POST /api/profile/geocode", { body: { location } }, signal);
