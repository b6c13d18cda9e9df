import { formatList } from "#contract/format.ts";
import { describeNext, useBackAnswer } from "#web/domains/training/back-answer.ts";
import type { BackQuestion } from "#web/domains/training/back-questions.ts";
import css from "#web/domains/training/trusted-contacts.module.css";
import { useBackQuestions } from "#web/domains/training/trusted-contacts.queries.ts";
import { Button } from "#web/ui/button.tsx";
import { FieldError } from "#web/ui/field.tsx";
import typography from "#web/ui/typography.module.css";

interface Props {
  messageId?: string;
  /** -1 in a conversation, where the arrow keys reach the buttons. */
  tabIndex?: number;
}

/** Once a shared date has ended. */
export function BackQuestions({ messageId, tabIndex }: Props) {
  return useBackQuestions(messageId).map((question) => (
    <Question key={question.shareId} question={question} tabIndex={tabIndex} isOnCard={messageId !== undefined} />
  ));
}

interface QuestionProps {
  question: BackQuestion;
  tabIndex: number | undefined;
  /** Then the card names the date. */
  isOnCard: boolean;
}

function Question({ question, tabIndex, isOnCard }: QuestionProps) {
  const { title, waiting, canDelay } = question;
  const { give, busy, failure } = useBackAnswer(question);
  return (
    <section className={css.question} aria-label={`Back safe? ${title}`}>
      <p className={typography.strong}>Back safe?</p>
      {!isOnCard && <p>{title}</p>}
      <p className={css.note} aria-live="polite">
        {describeNext(question)}
      </p>
      <div className={css.buttons}>
        <Button tabIndex={tabIndex} busy={busy("back")} onClick={() => give("back")}>
          I’m back
        </Button>
        {canDelay && (
          <Button variant="line" tabIndex={tabIndex} busy={busy("later")} onClick={() => give("later")}>
            Ask in an hour
          </Button>
        )}
        {waiting.length > 0 && (
          <Button
            variant="line"
            tabIndex={tabIndex}
            className={css.named}
            busy={busy("tell")}
            onClick={() => give("tell")}
          >
            Tell {formatList(waiting)}
          </Button>
        )}
      </div>
      {failure && (
        <div role="alert">
          <FieldError>{failure}</FieldError>
        </div>
      )}
    </section>
  );
}
