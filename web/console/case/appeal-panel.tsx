import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { describeUnrestored, FACTS_MAX } from "#contract/moderation/acts.ts";
import type { CaseAppeal } from "#contract/moderation/cases.ts";
import css from "#web/console/case/appeal-panel.module.css";
import { CaseItems } from "#web/console/case/case-items.tsx";
import { casesKey } from "#web/console/case/cases.queries.ts";
import { useDraft } from "#web/console/case/drafts.ts";
import { describeHold } from "#web/console/case/hold.tsx";
import { Verdict } from "#web/console/case/past-decisions.tsx";
import { Pictures } from "#web/console/case/pictures.tsx";
import { FOR_COLLEAGUE } from "#web/console/case/reason-form.tsx";
import { claims } from "#web/console/case/use-claim.ts";
import { useFailure } from "#web/console/case/use-failure.ts";
import { ConfirmDialog } from "#web/console/confirm-dialog.tsx";
import { withPasskey } from "#web/console/entrance/reauthentication.ts";
import { callStaff, retryUnanswered } from "#web/console/staff-api.ts";
import { getErrorMessage } from "#web/lib/api.ts";
import { exactTime } from "#web/lib/relative-time.ts";
import { useNow } from "#web/lib/use-now.ts";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Field } from "#web/ui/field.tsx";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { TextArea } from "#web/ui/inputs.tsx";
import { toast } from "#web/ui/toast.tsx";
import typography from "#web/ui/typography.module.css";

/** Where the bar of a phone leads. */
export const APPEAL_ID = "appeal";

/** What was decided, on which evidence, and what the member says. @param onDecided runs before the cases are read again */
export function AppealPanel({
  caseId,
  appeal,
  subject,
  isShown,
  isActive,
  onDecided,
}: {
  caseId: string;
  appeal: CaseAppeal;
  subject: string;
  isShown: boolean;
  isActive: boolean;
  onDecided: () => void;
}) {
  const now = useNow();
  const { words, createdAt, decision, isAutomated, reports, notices, hold, images, isForAnother } = appeal;
  return (
    <section id={APPEAL_ID} tabIndex={-1} className={css.appeal} aria-label="Appeal">
      <h2 className={classNames(typography.display, typography.d20)}>Appeal</h2>
      <p className={classNames(typography.small, typography.muted)}>Sent {exactTime(createdAt, now)}</p>
      <blockquote className={css.words}>{words}</blockquote>
      <h3 className={typography.strong}>{isAutomated ? "What was decided, without a person" : "What was decided"}</h3>
      <Verdict decision={decision} />
      <h3 className={typography.strong}>On this evidence</h3>
      {hold && <p>{describeHold(hold)}</p>}
      <Pictures label="Removed pictures" images={images} isShown={isShown} />
      {reports.length + notices.length === 0 && images.length === 0 && (
        <p className={typography.muted}>
          No report was part of it. Other cases and linked accounts are under the member’s background.
        </p>
      )}
      <CaseItems
        reports={reports}
        notices={notices}
        moreReports={appeal.moreReports}
        moreNotices={appeal.moreNotices}
        subject={subject}
        isShown={isShown}
        isDecided
        judgmentOf={() => undefined}
      />
      {isForAnother && <p>{FOR_COLLEAGUE}</p>}
      {isActive && !isForAnother && (
        <Answer caseId={caseId} appealId={appeal._id} subject={subject} onDecided={onDecided} />
      )}
    </section>
  );
}

type Outcome = "upheld" | "reversed";

const QUESTIONS: Readonly<Record<Outcome, string>> = {
  upheld: "Keep the decision?",
  reversed: "Take the decision back?",
};

/** Two equal ways, each for good: the member reads why. */
function Answer({
  caseId,
  appealId,
  subject,
  onDecided,
}: {
  caseId: string;
  appealId: string;
  subject: string;
  onDecided: () => void;
}) {
  const queryClient = useQueryClient();
  const fail = useFailure(caseId);
  const [answer, setAnswer] = useState("");
  const [isMissing, setMissing] = useState(false);
  const [asked, setAsked] = useState<Outcome>();
  const field = useRef<HTMLTextAreaElement>(null);
  const decide = useMutation({
    mutationFn: (outcome: Outcome) =>
      claims.during(caseId, () =>
        withPasskey(() =>
          callStaff("POST /api/moderation/appeals/:appealId/decide", {
            params: { appealId },
            body: { outcome, answer },
          }),
        ),
      ),
    retry: retryUnanswered,
    onSuccess: async ({ unrestored }) => {
      toast(`${subject}: the appeal is decided. ${describeUnrestored(unrestored)}`.trim(), "done", "decision");
      dropDraft();
      onDecided();
      await queryClient.invalidateQueries({ queryKey: casesKey });
    },
    onError: (error) => fail(error, `${subject}: the appeal is not decided.`),
  });
  const dropDraft = useDraft(answer !== "" && !decide.isPending && !decide.isSuccess);
  const ask = (outcome: Outcome) => {
    const isEmpty = answer.trim() === "";
    setMissing(isEmpty);
    if (isEmpty) field.current?.focus();
    else setAsked(outcome);
  };
  return (
    <>
      <Field
        label="Your answer to the member"
        hint="What you looked at, and why it stays or goes."
        error={isMissing ? "Say why. The member reads it." : undefined}
      >
        {(control) => (
          <TextArea
            {...control}
            ref={field}
            rows={3}
            maxLength={FACTS_MAX}
            value={answer}
            onChange={({ target }) => {
              setMissing(false);
              setAnswer(target.value);
            }}
          />
        )}
      </Field>
      <FormAlert message={decide.isError ? getErrorMessage(decide.error, "The appeal was not decided.") : undefined} />
      <div className={css.actions}>
        <Button
          variant="line"
          busy={decide.isPending && decide.variables === "upheld" ? "Deciding…" : undefined}
          disabled={decide.isPending && decide.variables !== "upheld"}
          onClick={() => ask("upheld")}
        >
          Keep the decision
        </Button>
        <Button
          variant="line"
          busy={decide.isPending && decide.variables === "reversed" ? "Deciding…" : undefined}
          disabled={decide.isPending && decide.variables !== "reversed"}
          onClick={() => ask("reversed")}
        >
          Take it back
        </Button>
      </div>
      <ConfirmDialog
        open={asked !== undefined}
        title={asked ? QUESTIONS[asked] : ""}
        text={`${subject} gets your answer at once. It cannot be undone.`}
        confirm="Yes, send it"
        onConfirm={() => asked && decide.mutate(asked)}
        onClose={() => setAsked(undefined)}
      />
    </>
  );
}
