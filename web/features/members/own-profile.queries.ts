import { useQuery } from "@tanstack/react-query";
import { getProfile, type OwnProfile } from "#contract/profiles.ts";
import { call } from "#web/lib/api.ts";

/** Under it the cache holds an `OwnProfile`. */
export const ownProfileKey = ["profile"] as const;

export const ownProfileQuery = {
  queryKey: ownProfileKey,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<OwnProfile> =>
    (await call(getProfile, {}, signal)).profile,
};

/** One's own profile, private parts included. */
export const useOwnProfile = () => useQuery(ownProfileQuery);
