import { useEffect, useRef } from "react";
import type { CaseDetail } from "#contract/moderation/cases.ts";
import { APPEAL_ID } from "#web/console/case/appeal-panel.tsx";
import { SELFIE_ID } from "#web/console/case/selfie-panel.tsx";
import { NOTICE_NAMES } from "#web/console/case/signals.tsx";
import { ConfirmDialog } from "#web/console/confirm-dialog.tsx";
import type { actOptionsFor } from "#web/console/decision/act-options.ts";
import { ACTS_ID, Acts } from "#web/console/decision/acts.tsx";
import css from "#web/console/decision/decision-panel.module.css";
import { openItems } from "#web/console/decision/item-rules.ts";
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

/** The ticks may be off the screen. */
function Answers({ answers }: Pick<Decision, "answers">) {
  const counts = new Map<string, number>();
  for (const { item, answer } of answers) {
    const line = `${"kind" in item ? NOTICE_NAMES[item.kind] : item.reason}: ${answer}`;
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  if (counts.size === 0) return null;
  return (
    <section className={css.answers} aria-labelledby="answers-title">
      <h2 id="answers-title" className={typography.strong}>
        What the senders learn
      </h2>
      <ul className={typography.small}>
        {[...counts].map(([line, count]) => (
          <li key={line}>
            {line}
            {count > 1 && ` (${count})`}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What a case that holds nothing else is decided by. */
function findPanel({ appeals, selfies, reports, notices }: CaseDetail): { id: string; label: string } | undefined {
  if (openItems({ reports, notices }).length > 0) return undefined;
  if (appeals.some(({ isForAnother }) => !isForAnother)) return { id: APPEAL_ID, label: "Answer the appeal" };
  return selfies.length > 0 ? { id: SELFIE_ID, label: "Compare the selfie" } : undefined;
}

/** On a phone the thumb finds what is chosen, and no act. */
function Bar({ shown, decision }: { shown: CaseDetail; decision: Decision }) {
  const { missing, error, chosen, summary, final, isPending, decide } = decision;
  const target = findPanel(shown) ?? { id: ACTS_ID, label: "Choose what to do" };
  const message = missing ?? (error ? getErrorMessage(error, "The case was not decided.") : undefined);
  return (
    <div className={css.bar}>
      <FormAlert message={message} />
      {chosen.length === 0 ? (
        <div className={css.way}>
          <Button
            wide
            size="lg"
            variant="line"
            onClick={() => {
              const place = document.getElementById(target.id);
              place?.scrollIntoView({ block: "start" });
              place?.focus({ preventScroll: true });
            }}
          >
            {target.label}
          </Button>
        </div>
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
  const { chosen, answers, fraud, answerFraud, isStated, question, summary } = decision;
  return (
    <section className={css.panel} aria-label="Decision">
      <Acts shown={shown} decision={decision} options={options} />
      {fraud && <FraudQuestion answer={fraud.answer} onAnswer={answerFraud} />}
      {isStated && <Statement decision={decision} />}
      {chosen.length > 0 && <Answers answers={answers} />}
      <Bar shown={shown} decision={decision} />
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
