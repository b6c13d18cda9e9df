import { useId } from "react";
import type { DateOutcome as Outcome } from "#contract/training/date-outcomes.ts";
import type { WorkoutDate } from "#contract/training/workout-date.ts";
import { getErrorMessage } from "#web/lib/api.ts";
import { useOnline } from "#web/lib/connection.ts";
import css from "#web/screens/messages/dates/date-card.module.css";
import { useDateOutcome, useSetOutcome } from "#web/screens/messages/dates/date-outcome.queries.ts";
import { dateForm } from "#web/screens/messages/dates/form/date-form-store.ts";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { FieldError } from "#web/ui/field.tsx";
import typography from "#web/ui/typography.module.css";

const FAILED = "That did not work. Please try again.";

const OUTCOMES = {
  trained: { label: "Trained together", note: "Only you see this, unless you both say so." },
  missed: { label: "Didn’t happen", note: "Only you see this. It changes nothing." },
  wrong: { label: "Something was wrong", note: "Only you see this. Your report is with us." },
} as const satisfies Record<Outcome, { label: string; note: string }>;
const KINDS = ["trained", "missed", "wrong"] as const satisfies Outcome[];

interface Props {
  userId: string;
  messageId: string;
  date: WorkoutDate;
  /** Before each request: the button may be gone afterwards. */
  onAct: () => void;
  onReport: (() => void) | undefined;
}

/** Once the date is over. Once both have trained, the answers stay and the question is gone. */
export function DateOutcome({ userId, messageId, date, ...actions }: Props) {
  const { data } = useDateOutcome(messageId, !date.trainedTogether);
  if (date.trainedTogether)
    return (
      <div className={css.actions}>
        <p className={css.note}>You both said so. Only the two of you see it.</p>
        <div className={css.row}>
          <Button variant="line" tabIndex={-1} onClick={() => dateForm.set({ userId })}>
            Plan the next one
          </Button>
        </div>
      </div>
    );
  // Without a match there is no answer to read, and nothing to say.
  return data && <Question {...{ userId, messageId }} {...actions} own={data.outcome} />;
}

function Question({ userId, messageId, own, onAct, onReport }: Omit<Props, "date"> & { own: Outcome | null }) {
  const id = useId();
  const isOnline = useOnline();
  const { mutate, isPending, variables, error } = useSetOutcome({ userId, messageId });
  const shown = isPending ? variables : own;
  const answer = (outcome: Outcome) => {
    if (outcome === "wrong") return onReport?.();
    onAct();
    mutate(outcome);
  };
  return (
    <div className={css.actions}>
      <fieldset className={css.choices} aria-describedby={id}>
        <legend className={classNames(typography.strong, css.ask)}>How did it go?</legend>
        {KINDS.map((outcome) => (
          <button
            key={outcome}
            type="button"
            className={css.choice}
            aria-pressed={outcome === shown}
            tabIndex={-1}
            disabled={!isOnline}
            onClick={() => answer(outcome)}
          >
            {OUTCOMES[outcome].label}
          </button>
        ))}
      </fieldset>
      <p id={id} className={css.note}>
        {!isOnline
          ? "You are offline. You can answer once you are back."
          : shown === null
            ? "Your answer is private. If you both trained, it counts for the two of you."
            : OUTCOMES[shown].note}
      </p>
      {error && (
        <div role="alert" className={css.error}>
          <FieldError>{getErrorMessage(error, FAILED, FAILED)}</FieldError>
        </div>
      )}
    </div>
  );
}
