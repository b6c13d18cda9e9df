import { useQuery } from "@tanstack/react-query";
import type { VerificationState } from "#contract/moderation/verification.ts";
import { useOwnProfile } from "#web/domains/members/own-profile.queries.ts";
import { call } from "#web/lib/api.ts";

export const verificationKey = ["verification"] as const;

export const verificationQuery = {
  queryKey: verificationKey,
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<VerificationState> =>
    call("GET /api/verification", {}, signal),
};

/** Whether I am verified, and the state of my selfie. */
export const useVerification = () => useQuery(verificationQuery);

/** Undefined while it is not known. `open`: it can be had. */
export function useVerificationStatus(): "verified" | "review" | "open" | undefined {
  const isVerified = useOwnProfile().data?.isVerified;
  const { data: state, isPending } = useVerification();
  if (isVerified) return "verified";
  if (isVerified === undefined || isPending) return undefined;
  return state?.request?.state === "submitted" ? "review" : "open";
}
