import { useMutation, useMutationState, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { describeUnrestored } from "#contract/moderation/acts.ts";
import { casesKey } from "#web/console/case/cases.queries.ts";
import { lastDecision, type Undoable } from "#web/console/decision/last-decision.ts";
import { withPasskey } from "#web/console/entrance/reauthentication.ts";
import { callStaff, retryUnanswered } from "#web/console/staff-api.ts";
import { getErrorMessage } from "#web/lib/api.ts";
import { toast } from "#web/ui/toast.tsx";

const undoKey = ["moderation-undo"] as const;
const pendingUndos = { mutationKey: undoKey, status: "pending" } as const;

const decisionOf = ({ state }: { state: { variables?: unknown } }): string => (state.variables as Undoable).decisionId;

/**
 * Leads back to the case, which is open again. A decision is undone once, by whichever key or button.
 * @param onUndone runs once the cases are read again
 */
export function useUndo(onUndone?: () => void) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const pending = useMutationState({ filters: pendingUndos, select: decisionOf });
  const { mutate } = useMutation({
    mutationKey: undoKey,
    mutationFn: ({ decisionId }: Undoable) =>
      withPasskey(() => callStaff("POST /api/moderation/decisions/:decisionId/undo", { params: { decisionId } })),
    retry: retryUnanswered,
    onSuccess: async ({ caseId, isReopened, unrestored }, { decisionId, about }) => {
      if (lastDecision.read()?.decisionId === decisionId) lastDecision.set(undefined);
      const next = isReopened ? "The case is open again." : "The case stays closed.";
      toast(`Undone for ${about}. ${next} ${describeUnrestored(unrestored)}`.trim(), "done", "decision");
      await queryClient.invalidateQueries({ queryKey: casesKey });
      if (isReopened) void navigate(`/cases/${caseId}`);
      onUndone?.();
    },
    onError: (error, { about }) =>
      toast(`Not undone for ${about}. ${getErrorMessage(error, "Please try again.")}`, "error", "decision"),
  });
  return {
    isUndoing: (decisionId: string): boolean => pending.includes(decisionId),
    undo(decision: Undoable): void {
      // A second press may come before the first one is rendered.
      const all = queryClient.getMutationCache().findAll(pendingUndos);
      if (!all.some((one) => decisionOf(one) === decision.decisionId)) mutate(decision);
    },
  };
}

export function useUndoLast(): () => void {
  const { undo } = useUndo();
  return () => {
    const last = lastDecision.read();
    if (last) undo(last);
    else toast("There is no decision of yours to undo here.", undefined, "decision");
  };
}
