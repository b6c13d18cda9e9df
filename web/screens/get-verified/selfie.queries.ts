import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import type { SelfieRequest, VerificationState } from "#contract/moderation/verification.ts";
import { ownProfileKey } from "#web/domains/members/own-profile.queries.ts";
import { verificationKey } from "#web/domains/moderation/verification/verification.queries.ts";
import { call } from "#web/lib/api.ts";
import { upload } from "#web/lib/upload.ts";

const applyState = (cache: QueryClient, state: VerificationState): void =>
  void cache.setQueryData<VerificationState>(verificationKey, state);

/** The server may know more than this device, such as that the time is over. */
const refetch = (cache: QueryClient): void => {
  void cache.invalidateQueries({ queryKey: verificationKey });
  void cache.invalidateQueries({ queryKey: ownProfileKey });
};

/** Asks for a pose. */
export function useStartVerification() {
  const cache = useQueryClient();
  return useMutation({
    networkMode: "always",
    mutationFn: () => call("POST /api/verification", {}),
    onSuccess: (state) => applyState(cache, state),
    onError: () => refetch(cache),
  });
}

interface Selfie {
  readonly requestId: SelfieRequest["id"];
  readonly picture: Blob;
  /** From the camera of this page, and not from a file. */
  readonly isLive: boolean;
}

/** Sends the selfie. Repeating it is harmless. */
export function useSendSelfie() {
  const cache = useQueryClient();
  return useMutation({
    networkMode: "always",
    mutationFn: ({ requestId, picture, isLive }: Selfie) => {
      const form = new FormData();
      form.append("requestId", requestId);
      form.append("isLive", String(isLive));
      form.append("image", picture, "selfie.jpg");
      return upload("POST /api/verification/selfie", form, () => undefined);
    },
    onSuccess: (state) => applyState(cache, state),
    onError: () => refetch(cache),
  });
}
