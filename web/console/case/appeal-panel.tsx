import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { describeUnrestored, FACTS_MAX } from "#contract/moderation/acts.ts";
import type { CaseDetail } from "#contract/moderation/cases.ts";
import css from "#web/console/case/appeal-panel.module.css";
import { casesKey } from "#web/console/case/cases.queries.ts";
import { claims } from "#web/console/case/use-claim.ts";
import { withPasskey } from "#web/console/entrance/reauthentication.ts";
import { callStaff, retryUnanswered } from "#web/console/staff-api.ts";
import { getErrorMessage } from "#web/lib/api.ts";
import { exactTime, useNow } from "#web/lib/relative-time.ts";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Field } from "#web/ui/field.tsx";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { TextArea } from "#web/ui/inputs.tsx";
import { toast } from "#web/ui/toast.tsx";
import typography from "#web/ui/typography.module.css";

/** @param onDecided runs before the cases are read again */
export function AppealPanel({
  caseId,
  appeal,
  isActive,
  onDecided,
}: {
  caseId: string;
  appeal: CaseDetail["appeals"][number];
  isActive: boolean;
  onDecided: () => void;
}) {
  const now = useNow();
  const queryClient = useQueryClient();
  const [answer, setAnswer] = useState("");
  const decide = useMutation({
    mutationFn: (outcome: "upheld" | "reversed") =>
      claims.during(caseId, () =>
        withPasskey(() =>
          callStaff("POST /api/moderation/appeals/:appealId/decide", {
            params: { appealId: appeal._id },
            body: { outcome, answer },
          }),
        ),
      ),
    retry: retryUnanswered,
    onSuccess: async ({ unrestored }) => {
      toast(`The appeal is decided. ${describeUnrestored(unrestored)}`.trim(), "done", "decision");
      onDecided();
      await queryClient.invalidateQueries({ queryKey: casesKey });
    },
  });
  const { words, createdAt, decisionBy, isForAnother } = appeal;
  return (
    <section className={css.appeal} aria-label="Appeal">
      <h2 className={typography.strong}>Appeal</h2>
      <p className={classNames(typography.small, typography.muted)}>
        {exactTime(createdAt, now)}, about a decision by {decisionBy}
      </p>
      <blockquote className={css.words}>{words}</blockquote>
      {isForAnother && <p>You made this decision, so a colleague who was here this week decides the appeal.</p>}
      {isActive && !isForAnother && (
        <>
          <Field label="Your answer to the member">
            {(control) => (
              <TextArea
                {...control}
                rows={3}
                maxLength={FACTS_MAX}
                value={answer}
                onChange={({ target }) => setAnswer(target.value)}
              />
            )}
          </Field>
          <FormAlert
            message={decide.isError ? getErrorMessage(decide.error, "The appeal was not decided.") : undefined}
          />
          <div className={css.actions}>
            <Button
              variant="line"
              busy={decide.isPending ? "Deciding…" : undefined}
              onClick={() => decide.mutate("upheld")}
            >
              Keep the decision
            </Button>
            <Button disabled={decide.isPending} onClick={() => decide.mutate("reversed")}>
              Take it back
            </Button>
          </div>
        </>
      )}
    </section>
  );
}
