import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import type { CaseHead } from "#contract/moderation/cases.ts";
import { caseQuery } from "#web/console/case/cases.queries.ts";
import { createClaims } from "#web/console/case/claims.ts";
import { callStaff } from "#web/console/staff-api.ts";
import { ApiError, getErrorMessage } from "#web/lib/api.ts";
import { useStore } from "#web/lib/store.ts";
import { toast } from "#web/ui/toast.tsx";

export const claims = createClaims({
  claim: async (caseId, version) => {
    const opened = await callStaff("POST /api/moderation/cases/:caseId/claim", {
      params: { caseId },
      body: { version },
    });
    return { opened, claim: opened.case.claim };
  },
  release: async (caseId, until) =>
    (
      await callStaff(
        "POST /api/moderation/cases/:caseId/release",
        { params: { caseId }, body: { until } },
        // The page may be closing.
        { keepalive: true },
      )
    ).claim,
});

/**
 * For as long as the screen is open, so that two people do not read the same case. The evidence comes with the claim.
 * @returns undefined where there is nothing to claim
 */
export function useClaim({ _id: caseId, isOpen, isForAnother, claim, version }: CaseHead, isActive: boolean) {
  const queryClient = useQueryClient();
  // A claim by a person who decides nothing here would only keep others from it.
  const canClaim = isActive && isOpen && !isForAnother && (claim === null || claim.isMine);
  const isKept = useStore(claims.kept).has(caseId);
  const { queryKey } = caseQuery(caseId);
  const [isClaiming, setClaiming] = useState(canClaim);
  const enter = async () => {
    setClaiming(true);
    try {
      queryClient.setQueryData(queryKey, (await claims.enter(caseId, version)).opened);
    } catch (error) {
      if (error instanceof ApiError && error.code === "claim_limit") toast(error.message, "error", "claim");
      // Else a colleague was faster, so the case is read again.
      await queryClient.invalidateQueries({ queryKey });
    } finally {
      setClaiming(false);
    }
  };
  const open = useEffectEvent(() => {
    if (canClaim) void enter();
  });
  useEffect(() => {
    open();
    const hide = () => void claims.close();
    // A page that the browser kept is shown again.
    const showAgain = ({ persisted }: PageTransitionEvent) => persisted && open();
    addEventListener("pagehide", hide);
    addEventListener("pageshow", showAgain);
    return () => {
      removeEventListener("pagehide", hide);
      removeEventListener("pageshow", showAgain);
      claims.leave(caseId);
    };
  }, [caseId]);
  const release = useMutation({
    mutationFn: () => claims.release(caseId, claim?.until),
    onSuccess: (left) => {
      if (left === undefined) return;
      queryClient.setQueryData(
        queryKey,
        (known) => known && { ...known, case: { ...known.case, claim: left }, evidence: null },
      );
      toast("Released. Others can take the case.", "done", "claim");
    },
    onError: (error) => toast(getErrorMessage(error, "The case was not released."), "error", "claim"),
  });
  if (!canClaim) return undefined;
  const isHeld = () => isClaiming || (claim !== null && Date.parse(claim.until) > Date.now());
  return {
    isClaiming,
    /** `toggle` releases it. */
    isHeld,
    isKept,
    setKept: (next: boolean) => claims.setKept(caseId, next),
    toggle(): void {
      if (release.isPending) return;
      if (claims.isDeciding(caseId)) toast("What you decided is being sent.", undefined, "claim");
      else if (isHeld()) release.mutate();
      else void enter();
    },
  };
}

export type ClaimControl = NonNullable<ReturnType<typeof useClaim>>;
