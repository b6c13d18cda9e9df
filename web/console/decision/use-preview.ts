import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { CaseDetail, DecisionBody } from "#contract/moderation/cases.ts";
import { caseKey, casesKey } from "#web/console/case/cases.queries.ts";
import { callStaff } from "#web/console/staff-api.ts";
import { ApiError } from "#web/lib/api.ts";

const PAUSE_MS = 350;

/**
 * The email as the member will read it, composed by the server once the decision has stayed the same for a moment.
 * @param body undefined while there is nothing to show
 */
export function usePreview({ _id: caseId }: CaseDetail, body: DecisionBody | undefined) {
  const queryClient = useQueryClient();
  // Whose report was right is not in the email.
  const wanted = body && JSON.stringify({ ...body, upheld: [] });
  const [settled, setSettled] = useState(wanted);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(wanted), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  const { data, error, isPlaceholderData, refetch } = useQuery({
    // Beside the case: reading it again, for a note or after a failure, leaves an email that was read as it is.
    queryKey: [...casesKey, "preview", caseId, settled],
    queryFn: ({ signal }) =>
      callStaff(
        "POST /api/moderation/cases/:caseId/preview",
        { params: { caseId }, body: JSON.parse(settled ?? "") },
        { signal },
      ),
    enabled: wanted !== undefined && settled !== undefined,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    // Without a network it fails, and can be asked for again.
    networkMode: "always",
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const isCurrent = wanted !== undefined && settled === wanted && !error && data !== undefined && !isPlaceholderData;
  function retry(): void {
    // It may be refused because the case has changed.
    if (error instanceof ApiError) void queryClient.invalidateQueries({ queryKey: caseKey(caseId) });
    void refetch();
  }
  return {
    /** Null for none, undefined if it is not known yet. Of an earlier choice unless `isCurrent`. */
    email: data?.email,
    isCurrent,
    error,
    retry,
    showNow(): void {
      setSettled(wanted);
      if (error && settled === wanted) retry();
    },
  };
}
