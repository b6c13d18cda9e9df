import { useQueryClient } from "@tanstack/react-query";
import { caseKey, queuesKey } from "#web/console/case/cases.queries.ts";
import { ApiError, getErrorMessage } from "#web/lib/api.ts";
import { useIsCurrentPage } from "#web/lib/use-is-current-page.ts";
import { toast } from "#web/ui/toast.tsx";

/** Refusals after which the case, once it is read again, has no form any more that could show them. */
const FINAL = ["case_claimed", "case_closed", "appeal_decided", "verification_decided"];

/**
 * After what a person sent about a case was not done: the case is read again, because a colleague may have been faster
 * or something came in. The form shows the error itself, unless it is gone.
 */
export function useFailure(caseId: string): (error: Error, about: string) => void {
  const queryClient = useQueryClient();
  const isCurrentPage = useIsCurrentPage();
  return (error, about) => {
    for (const queryKey of [queuesKey, caseKey(caseId)]) void queryClient.invalidateQueries({ queryKey });
    const isFinal = error instanceof ApiError && FINAL.includes(error.code);
    if (isFinal || !isCurrentPage())
      toast(`${about} ${getErrorMessage(error, "Please try again.")}`, "error", "decision");
  };
}
