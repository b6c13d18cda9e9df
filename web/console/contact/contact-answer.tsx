import { type RefObject, useId, useState } from "react";
import { CONTACT_ANSWER_MAX } from "#contract/limits.ts";
import { findPlaceholder } from "#contract/moderation/acts.ts";
import type { CaseDetail } from "#contract/moderation/cases.ts";
import type { ContactThread } from "#contract/moderation/contact-thread.ts";
import { useDraft } from "#web/console/case/drafts.ts";
import css from "#web/console/contact/contact-answer.module.css";
import { READY_ANSWERS } from "#web/console/contact/ready-answers.ts";
import { useContactAnswer } from "#web/console/contact/use-contact-answer.ts";
import { ApiError, getErrorMessage } from "#web/lib/api.ts";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Field } from "#web/ui/field.tsx";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { TextArea } from "#web/ui/inputs.tsx";
import typography from "#web/ui/typography.module.css";

interface Props {
  shown: CaseDetail;
  to: NonNullable<ContactThread["answerTo"]>;
  field: RefObject<HTMLTextAreaElement | null>;
  onDone: () => void;
}

export function ContactAnswer({ shown, to, field, onDone }: Props) {
  const [words, setWords] = useState("");
  const [mistake, setMistake] = useState<string>();
  const readyHintId = useId();
  const { answer, close } = useContactAnswer(shown, () => {
    dropDraft();
    onDone();
  });
  const failed = answer.error ?? close.error;
  const refused = answer.error instanceof ApiError ? answer.error.errors["words"] : undefined;
  /** It is not replaced by a ready answer. */
  const isOwn = words !== "" && READY_ANSWERS.every((ready) => ready.words !== words);
  const isSent = [answer, close].some(({ isPending, isSuccess }) => isPending || isSuccess);
  const dropDraft = useDraft(isOwn && !isSent);
  const write = (text: string) => {
    setWords(text);
    setMistake(undefined);
  };
  /** The next thing to fill in is selected. */
  const selectPlaceholder = (text: string) => {
    const placeholder = findPlaceholder(text);
    const at = placeholder === undefined ? text.length : text.indexOf(placeholder);
    field.current?.focus();
    field.current?.setSelectionRange(at, at + (placeholder?.length ?? 0));
  };
  const takeReady = (text: string) => {
    write(text);
    // Once the field shows the text.
    requestAnimationFrame(() => selectPlaceholder(text));
  };
  const send = () => {
    if (answer.isPending || close.isPending) return;
    if (words.trim() === "") setMistake("Write an answer");
    else if (findPlaceholder(words)) setMistake("Replace what is in square brackets");
    else return answer.mutate(words);
    selectPlaceholder(words);
  };
  return (
    <form
      className={css.answer}
      aria-label="Answer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        send();
      }}
    >
      <div>
        <h2 className={typography.strong}>Answer</h2>
        <p className={classNames(typography.small, typography.muted, css.to)}>
          By email to {to.name} &lt;{to.email}&gt;
        </p>
      </div>
      <fieldset className={css.ready} aria-describedby={isOwn ? readyHintId : undefined}>
        <legend className={typography.hidden}>Ready answers</legend>
        {READY_ANSWERS.map((ready) => (
          <Button key={ready.label} variant="quiet" disabled={isOwn} onClick={() => takeReady(ready.words)}>
            {ready.label}
          </Button>
        ))}
        {isOwn && (
          <p id={readyHintId} className={classNames(typography.small, typography.muted)}>
            To start from a ready answer, empty the field: it would replace what you wrote.
          </p>
        )}
      </fieldset>
      <Field
        label="Your answer"
        hint="The email adds the number and a link to write back. It does not name you."
        error={mistake ?? refused}
      >
        {(control) => (
          <TextArea
            {...control}
            ref={field}
            rows={8}
            maxLength={CONTACT_ANSWER_MAX}
            value={words}
            onChange={({ target }) => write(target.value)}
          />
        )}
      </Field>
      <FormAlert message={failed && !refused ? getErrorMessage(failed, "Nothing was sent.") : undefined} />
      <div className={css.actions}>
        <Button type="submit" busy={answer.isPending ? "Sending…" : undefined} disabled={close.isPending}>
          Send answer
        </Button>
        <Button
          variant="line"
          busy={close.isPending ? "Closing…" : undefined}
          disabled={answer.isPending}
          onClick={() => close.mutate()}
        >
          Close without an answer
        </Button>
      </div>
    </form>
  );
}
