import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { CaseDetail } from "#contract/moderation/cases.ts";
import { casesKey } from "#web/console/case/cases.queries.ts";
import { claims } from "#web/console/case/use-claim.ts";
import { useFailure } from "#web/console/case/use-failure.ts";
import { callStaff, retryUnanswered } from "#web/console/staff-api.ts";
import { useIdempotencyKey } from "#web/lib/use-idempotency-key.ts";
import { useIsCurrentPage } from "#web/lib/use-is-current-page.ts";
import { toast } from "#web/ui/toast.tsx";

/** @param onDone runs before the cases are read again, unless another screen is open by then */
export function useContactAnswer({ _id: caseId, version }: CaseDetail, onDone: () => void) {
  const queryClient = useQueryClient();
  const isCurrentPage = useIsCurrentPage();
  const fail = useFailure(caseId);
  const getIdempotencyKey = useIdempotencyKey();
  const params = { caseId };
  const onSuccess = async (done: string, isClosed: boolean) => {
    toast(isClosed ? done : `${done} The case stays open: another message came in meanwhile.`, "done", "decision");
    if (isClosed) claims.settle(caseId);
    if (isCurrentPage()) onDone();
    await queryClient.invalidateQueries({ queryKey: casesKey });
  };
  const answer = useMutation({
    mutationFn: (words: string) =>
      claims.during(caseId, () =>
        callStaff("POST /api/moderation/cases/:caseId/contact/answer", {
          params,
          body: { version, answerId: getIdempotencyKey({ caseId, words }), words },
        }),
      ),
    retry: retryUnanswered,
    onSuccess: ({ isClosed }) => onSuccess("The answer is on its way.", isClosed),
    onError: (error) => fail(error, "The answer was not sent."),
  });
  const close = useMutation({
    mutationFn: () =>
      claims.during(caseId, () =>
        callStaff("POST /api/moderation/cases/:caseId/contact/close", { params, body: { version } }),
      ),
    retry: retryUnanswered,
    onSuccess: ({ isClosed }) => onSuccess("Closed without an answer.", isClosed),
    onError: (error) => fail(error, "The case was not closed."),
  });
  return { answer, close };
}
