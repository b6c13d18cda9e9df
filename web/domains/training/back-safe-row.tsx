import { ShieldQuestionMark } from "lucide-react";
import { useEffect } from "react";
import { MINUTE_MS } from "#contract/durations.ts";
import { describeNext, useBackAnswer } from "#web/domains/training/back-answer.ts";
import type { BackQuestion } from "#web/domains/training/back-questions.ts";
import css from "#web/domains/training/back-safe-row.module.css";
import { createStore, useStore } from "#web/lib/store.ts";
import { useNow } from "#web/lib/use-now.ts";
import { focusPage } from "#web/pwa/focus-page.ts";
import { announce } from "#web/ui/announcer.ts";
import { Button } from "#web/ui/button.tsx";
import { FieldError } from "#web/ui/field.tsx";
import { Link } from "#web/ui/link.tsx";
import { toast } from "#web/ui/toast.tsx";

const LATER_MINUTES = 10;

/** In this tab alone. The contact is informed at the same time. */
const hidden = createStore<ReadonlyMap<string, number>>(new Map());

const stateOf = ({ shareId, canDelay, told }: BackQuestion): string => `${shareId} ${canDelay} ${told.length}`;

/** The next question follows the answer. */
export function BackSafeRow({ questions }: { questions: readonly BackQuestion[] }) {
  const now = useNow();
  const until = useStore(hidden);
  const question = questions.find((one) => !one.isDelayed && (until.get(stateOf(one)) ?? 0) <= now);
  return question && <Row key={question.shareId} question={question} />;
}

function Row({ question }: { question: BackQuestion }) {
  const { title, userId, canDelay } = question;
  const { give, busy, failure } = useBackAnswer(question);
  useEffect(() => announce(`Back safe? ${title}`), [title]);
  // The focused button disappears with the question.
  useEffect(() => () => void (document.activeElement === document.body && focusPage()), []);
  const putOff = () => {
    hidden.set(new Map(hidden.read()).set(stateOf(question), Date.now() + LATER_MINUTES * MINUTE_MS));
    toast(`Hidden for ${LATER_MINUTES} minutes. ${describeNext(question)}`);
  };
  return (
    <section className={css.row} aria-label={`${title}: back safe?`}>
      <ShieldQuestionMark className={css.icon} aria-hidden="true" />
      <p className={css.title}>
        <strong>Back safe?</strong>{" "}
        <Link to={userId === null ? "/settings/privacy#trusted-contacts" : `/messages/${userId}`}>{title}</Link>
      </p>
      {failure ? (
        <div role="alert" className={css.note}>
          <FieldError>{failure}</FieldError>
        </div>
      ) : (
        <p className={css.note}>{describeNext(question)}</p>
      )}
      <div className={css.buttons}>
        <Button busy={busy("back")} onClick={() => give("back")}>
          I’m back
        </Button>
        {canDelay ? (
          <Button variant="text" busy={busy("later")} onClick={() => give("later")}>
            Ask in an hour
          </Button>
        ) : (
          <Button variant="text" onClick={putOff}>
            Later
          </Button>
        )}
      </div>
    </section>
  );
}
