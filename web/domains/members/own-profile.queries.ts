import { useQuery } from "@tanstack/react-query";
import type { OwnProfile } from "#contract/members/profiles.ts";
import { call } from "#web/lib/api.ts";

export const ownProfileKey = ["profile"] as const;

export const ownProfileQuery = {
  queryKey: ownProfileKey,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<OwnProfile> =>
    (await call("GET /api/profile", {}, signal)).profile,
};

/** My own profile, including its private fields. */
export const useOwnProfile = () => useQuery(ownProfileQuery);
