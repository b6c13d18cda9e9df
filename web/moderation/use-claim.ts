import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import type { CaseDetail } from "#contract/moderation-cases.ts";
import { getErrorMessage } from "#web/lib/api.ts";
import { useStore } from "#web/lib/store.ts";
import { caseKey, caseQuery } from "#web/moderation/cases.queries.ts";
import { type Claim, createClaims } from "#web/moderation/claims.ts";
import { callStaff } from "#web/moderation/staff-api.ts";
import { toast } from "#web/ui/toast.tsx";

export const claims = createClaims({
  claim: async (caseId, version) =>
    (await callStaff("POST /api/moderation/cases/:caseId/claim", { params: { caseId }, body: { version } })).claim,
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
 * Claims an open case that nobody else works on while its screen is open, so that two people do not read the same one.
 * @returns what the person can do about the claim; undefined where there is nothing to claim
 */
export function useClaim(shown: CaseDetail, isActive: boolean) {
  const queryClient = useQueryClient();
  const { _id: caseId, isOpen, claim, version, appeals, items } = shown;
  // Who decides nothing here would only keep the others from it.
  const isForOthers = items > 0 && appeals.filter(({ isForAnother }) => isForAnother).length === items;
  const canClaim = isActive && isOpen && !isForOthers && (claim === null || claim.isMine);
  const isKept = useStore(claims.kept).has(caseId);
  const show = (changed: Claim) =>
    queryClient.setQueryData(
      caseQuery(caseId).queryKey,
      (known) => known && { ...known, case: { ...known.case, claim: changed } },
    );
  const [isClaiming, setClaiming] = useState(canClaim);
  const enter = async () => {
    setClaiming(true);
    try {
      show(await claims.enter(caseId, version));
    } catch {
      // A colleague was faster, so the case is read again.
      await queryClient.invalidateQueries({ queryKey: caseKey(caseId) });
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
      show(left);
      toast("Released. Others can take the case.", "done", "claim");
    },
    onError: (error) => toast(getErrorMessage(error, "The case was not released."), "error", "claim"),
  });
  if (!canClaim) return undefined;
  return {
    isClaiming,
    isKept,
    setKept: (next: boolean) => claims.setKept(caseId, next),
    /** Releases the claim, or claims the case again. */
    toggle(): void {
      if (release.isPending) return;
      if (isClaiming || (claim && Date.parse(claim.until) > Date.now())) release.mutate();
      else void enter();
    },
  };
}

export type ClaimControl = NonNullable<ReturnType<typeof useClaim>>;
