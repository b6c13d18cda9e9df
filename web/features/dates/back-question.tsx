import { BACK_DELAYS_MAX } from "#contract/limits.ts";
import { type BackQuestion, findBackQuestions } from "#web/features/dates/back-questions.ts";
import css from "#web/features/dates/trusted-contacts.module.css";
import {
  type BackAnswer,
  describeFailure,
  useChangeTrustedContacts,
  useTrustedContacts,
} from "#web/features/dates/trusted-contacts.queries.ts";
import { onFirstUse } from "#web/lib/on-first-use.ts";
import { useNow } from "#web/lib/relative-time.ts";
import { Button } from "#web/ui/button.tsx";
import { FieldError } from "#web/ui/field.tsx";
import { toast } from "#web/ui/toast.tsx";
import typography from "#web/ui/typography.module.css";

const clock = onFirstUse(() => new Intl.DateTimeFormat("en-US", { hour: "numeric", minute: "2-digit" }));
const list = onFirstUse(() => new Intl.ListFormat("en-US", { type: "conjunction" }));
const nameAll = (names: readonly string[]): string => list().format(names);

/** What happens next, in the order in which it does. */
function describeNext({ told, waiting, tellAt, delaysLeft }: BackQuestion): string {
  if (told.length > 0) return `We have written to ${nameAll(told)}. Say that you are back, and we tell them that, too.`;
  if (tellAt) return `Without an answer by ${clock().format(new Date(tellAt))} we write to ${nameAll(waiting)}.`;
  const ask = delaysLeft < BACK_DELAYS_MAX ? "We ask you again in an hour." : "We ask you an hour after the end.";
  return `${ask} Without an answer we write to ${nameAll(waiting)}.`;
}

interface Props {
  /** Of a date's card; absent for all dates. */
  messageId?: string;
  /** -1 in a conversation, where the arrow keys reach the buttons. */
  tabIndex?: number;
}

/** "Back safe?", once a shared date has ended. */
export function BackQuestions({ messageId, tabIndex }: Props) {
  const now = useNow();
  const { data } = useTrustedContacts();
  const shares = data?.shares.filter((share) => messageId === undefined || share.messageId === messageId);
  return findBackQuestions(shares ?? [], now).map((question) => (
    <Question key={question.shareId} question={question} tabIndex={tabIndex} isOnCard={messageId !== undefined} />
  ));
}

interface QuestionProps {
  question: BackQuestion;
  tabIndex: number | undefined;
  /** The card says which date it is. */
  isOnCard: boolean;
}

function Question({ question, tabIndex, isOnCard }: QuestionProps) {
  const { shareId, title, waiting, told, tellAt, delaysLeft } = question;
  const { mutate, isPending, variables, error } = useChangeTrustedContacts();
  const busy = (answer: BackAnswer) =>
    isPending && variables.kind === "answer" && variables.answer === answer ? "Sending..." : undefined;
  const give = (answer: BackAnswer) => {
    if (isPending) return;
    const names = nameAll([...waiting, ...told]);
    mutate(
      { kind: "answer", shareId, answer },
      {
        onSuccess: () =>
          answer === "back" && toast(told.length > 0 ? `Good to hear. We tell ${names}.` : "Good to hear.", "done"),
      },
    );
  };
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
        {tellAt && delaysLeft > 0 && (
          <Button variant="line" tabIndex={tabIndex} busy={busy("later")} onClick={() => give("later")}>
            Later
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
            Tell {nameAll(waiting)}
          </Button>
        )}
      </div>
      {error && (
        <div role="alert">
          <FieldError>{describeFailure(error)}</FieldError>
        </div>
      )}
    </section>
  );
}
