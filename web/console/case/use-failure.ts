import { useQueryClient } from "@tanstack/react-query";
import { caseQuery, queuesKey } from "#web/console/case/cases.queries.ts";
import { isRefused } from "#web/console/staff-api.ts";
import { ApiError, getErrorMessage } from "#web/lib/api.ts";
import { useIsCurrentPage } from "#web/lib/use-is-current-page.ts";
import { toast } from "#web/ui/toast.tsx";

/** Refusals after which the case, once it is read again, has no form any more that could show them. */
const FINAL = ["case_claimed", "appeal_decided", "verification_decided"];

/**
 * After what a person sent about a case was not done: the case is read again, because a colleague may have been faster
 * or something came in. The form shows the error itself, unless it is gone.
 */
export function useFailure(caseId: string): (error: Error, about: string) => void {
  const queryClient = useQueryClient();
  const isCurrentPage = useIsCurrentPage();
  async function readAgain(error: Error, about: string): Promise<void> {
    void queryClient.invalidateQueries({ queryKey: queuesKey });
    const { queryKey } = caseQuery(caseId);
    // Without a network it is read once there is one.
    await queryClient.invalidateQueries({ queryKey });
    const isClosed = queryClient.getQueryData(queryKey)?.case.isOpen === false;
    const isFinal = error instanceof ApiError && FINAL.includes(error.code);
    if (!isClosed && !isFinal && isCurrentPage()) return;
    const words = isRefused(error)
      ? `${about} ${getErrorMessage(error, "Please try again.")}`
      : "Nothing came back, so what you sent may have been done: see the history of the case.";
    toast(words, "error", "decision");
  }
  // The form can be sent again meanwhile.
  return (error, about) => void readAgain(error, about);
}
