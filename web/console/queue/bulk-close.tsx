import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { QueuedCase } from "#contract/moderation/cases.ts";
import { counted } from "#contract/words.ts";
import { casesKey } from "#web/console/case/cases.queries.ts";
import { withPasskey } from "#web/console/entrance/reauthentication.ts";
import css from "#web/console/queue/bulk-close.module.css";
import { callStaff, retryUnanswered } from "#web/console/staff-api.ts";
import { getErrorMessage } from "#web/lib/api.ts";
import { Button } from "#web/ui/button.tsx";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { toast } from "#web/ui/toast.tsx";
import typography from "#web/ui/typography.module.css";

export function BulkClose({ cases, onDone }: { cases: readonly QueuedCase[]; onDone: () => void }) {
  const queryClient = useQueryClient();
  const close = useMutation({
    mutationFn: () =>
      withPasskey(() =>
        callStaff("POST /api/moderation/cases/close", {
          body: { cases: cases.map(({ _id, version }) => ({ caseId: _id, version })) },
        }),
      ),
    retry: retryUnanswered,
    onSuccess: async ({ closed, left }) => {
      const done = `${counted(closed, "case", "cases")} closed without action.`;
      toast(
        left === 0
          ? done
          : `${done} ${left} stay open: something came in meanwhile, or they are claimed, or hold an appeal, a request for another look or a selfie.`,
        "done",
      );
      onDone();
      await queryClient.invalidateQueries({ queryKey: casesKey });
    },
  });
  return (
    <section className={css.bar} aria-label="Marked cases">
      <FormAlert message={close.isError ? getErrorMessage(close.error, "The cases were not closed.") : undefined} />
      <span>
        <span className={typography.strong}>{cases.length} marked.</span> Of those that you have not opened, senders
        learn that they are closed without a closer look.
      </span>
      <Button busy={close.isPending ? "Closing…" : undefined} onClick={() => close.mutate()}>
        Close without action
      </Button>
      <Button variant="text" onClick={onDone}>
        Cancel
      </Button>
    </section>
  );
}
