import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { CaseDetail, DecisionBody } from "#contract/moderation/cases.ts";
import { caseKey } from "#web/console/case/cases.queries.ts";
import { callStaff } from "#web/console/staff-api.ts";

const PAUSE_MS = 350;

/** The value once it has stayed the same for a moment. */
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  const text = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(text) as T), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** The email as the member will read it, composed by the server. @param isWanted whether there is one */
export function usePreview({ _id: caseId }: CaseDetail, body: DecisionBody, isWanted: boolean) {
  const settled = useSettled(body);
  return useQuery({
    queryKey: [...caseKey(caseId), "preview", settled],
    queryFn: ({ signal }) =>
      callStaff("POST /api/moderation/cases/:caseId/preview", { params: { caseId }, body: settled }, { signal }),
    enabled: isWanted && settled.acts.length > 0,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}
