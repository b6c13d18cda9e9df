import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import type { CaseDetail } from "#contract/moderation-cases.ts";
import { caseKey, caseQuery } from "#web/moderation/cases.queries.ts";
import { callStaff } from "#web/moderation/staff-api.ts";

/**
 * Claims an open case that nobody works on, so that two people do not read the same one.
 * @returns gives the version of the case to decide, once a claim in flight is answered
 */
export function useClaim(shown: CaseDetail, isActive: boolean): () => Promise<number> {
  const queryClient = useQueryClient();
  const claiming = useRef<Promise<number>>(undefined);
  const { _id: caseId, isOpen, claim, version, appeals } = shown;

  async function send(): Promise<number> {
    try {
      const claimed = await callStaff("POST /api/moderation/cases/:caseId/claim", {
        params: { caseId },
        body: { version },
      });
      const change = { version: claimed.version, claim: claimed.claim };
      queryClient.setQueryData(
        caseQuery(caseId).queryKey,
        (known) => known && { ...known, case: { ...known.case, ...change } },
      );
      return claimed.version;
    } catch {
      // A colleague was faster, so the case is read again. A decision about the version that is shown is rejected.
      void queryClient.invalidateQueries({ queryKey: caseKey(caseId) });
      return version;
    } finally {
      claiming.current = undefined;
    }
  }
  const claimOnce = useEffectEvent(() => {
    // Who decides nothing here would only keep the others from it.
    const isOwnAppeal = appeals.some(({ isOwnDecision }) => isOwnDecision);
    if (isActive && isOpen && claim === null && !isOwnAppeal) claiming.current = send();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: one claim for each case that is opened
  useEffect(() => claimOnce(), [caseId]);
  return () => claiming.current ?? Promise.resolve(version);
}
