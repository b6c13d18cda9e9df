import { useEffect, useRef } from "react";
import type { CaseDetail } from "#contract/moderation/cases.ts";
import { ConfirmDialog } from "#web/console/confirm-dialog.tsx";
import type { actOptionsFor } from "#web/console/decision/act-options.ts";
import { ACTS_ID, Acts } from "#web/console/decision/acts.tsx";
import css from "#web/console/decision/decision-panel.module.css";
import { Statement } from "#web/console/decision/statement.tsx";
import type { Decision } from "#web/console/decision/use-decision.ts";
import { getErrorMessage } from "#web/lib/api.ts";
import { Button } from "#web/ui/button.tsx";
import { PickChip } from "#web/ui/chip.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { FormAlert } from "#web/ui/form-alert.tsx";
import typography from "#web/ui/typography.module.css";

/** The rule decides whether people are warned, so it is asked where the case points to fraud. */
function FraudQuestion({ answer, onAnswer }: { answer: boolean | undefined; onAnswer: (isFraud: boolean) => void }) {
  const question = useRef<HTMLFieldSetElement>(null);
  // On phones it may be below the screen.
  useEffect(() => {
    question.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <fieldset ref={question} className={css.question}>
      <legend className={typography.strong}>Was it fraud?</legend>
      <p className={classNames(typography.small, typography.muted)}>
        If it was, everybody who wrote with the account is warned in an hour.
      </p>
      <PickChip pressed={answer === true} onPress={() => onAnswer(true)}>
        Fraud or a scam
      </PickChip>
      <PickChip pressed={answer === false} onPress={() => onAnswer(false)}>
        No fraud
      </PickChip>
    </fieldset>
  );
}

/** On a phone the thumb finds what is chosen, and no act. */
function Bar({ decision }: { decision: Decision }) {
  const { missing, error, chosen, summary, final, isPending, decide } = decision;
  const message = missing ?? (error ? getErrorMessage(error, "The case was not decided.") : undefined);
  return (
    <div className={css.bar}>
      <FormAlert message={message} />
      {chosen.length === 0 ? (
        <Button
          wide
          size="lg"
          variant="line"
          className={typography.phone}
          onClick={() => {
            const acts = document.getElementById(ACTS_ID);
            acts?.scrollIntoView({ block: "start" });
            acts?.focus({ preventScroll: true });
          }}
        >
          Choose what to do
        </Button>
      ) : (
        <Button wide size="lg" busy={isPending ? "Deciding…" : undefined} onClick={decide}>
          <span className={css.label}>
            <span className={typography.cut}>{`Decide: ${summary}`}</span>
            {final.length > 0 && <span className={css.final}>Cannot be undone here</span>}
          </span>
        </Button>
      )}
    </div>
  );
}

export function DecisionPanel({
  shown,
  decision,
  options,
}: {
  shown: CaseDetail;
  decision: Decision;
  options: ReturnType<typeof actOptionsFor>;
}) {
  const { fraud, answerFraud, isStated, question, summary } = decision;
  return (
    <section className={css.panel} aria-label="Decision">
      <Acts shown={shown} decision={decision} options={options} />
      {fraud && <FraudQuestion answer={fraud.answer} onAnswer={answerFraud} />}
      {isStated && <Statement shown={shown} decision={decision} />}
      <Bar decision={decision} />
      <ConfirmDialog
        open={question.length > 0}
        title={`${summary}?`}
        text={question.join(" ")}
        confirm="Yes, decide"
        onConfirm={decision.confirm}
        onClose={decision.closeQuestion}
      />
    </section>
  );
}
