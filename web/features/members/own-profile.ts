import { useQuery } from "@tanstack/react-query";
import { getProfile } from "#contract/profiles.ts";
import { call } from "#web/lib/api.ts";

/** Under it the cache holds an `OwnProfile`. */
export const ownProfileKey = ["profile"] as const;

/** One's own profile, private parts included. */
export const useOwnProfile = () =>
  useQuery({
    queryKey: ownProfileKey,
    queryFn: async ({ signal }) => (await call(getProfile, {}, signal)).profile,
  });
