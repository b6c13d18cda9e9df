import { useEffect, useRef } from "react";
import { FACTS_MAX, WORDS_MAX } from "#contract/moderation/acts.ts";
import { RULE_TEXTS, RULES, type RuleKey } from "#contract/moderation/rules.ts";
import { READY_WORDS } from "#web/console/decision/ready-texts.ts";
import css from "#web/console/decision/statement.module.css";
import { type Decision, UNREAD } from "#web/console/decision/use-decision.ts";
import { getErrorMessage } from "#web/lib/api.ts";
import { Button } from "#web/ui/button.tsx";
import { PickChip } from "#web/ui/chip.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Field } from "#web/ui/field.tsx";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { SelectInput, TextArea } from "#web/ui/inputs.tsx";
import typography from "#web/ui/typography.module.css";

function RuleText({ rule }: { rule: RuleKey }) {
  const { brief, text, points } = RULE_TEXTS[rule];
  return (
    <div className={classNames(typography.small, typography.muted, css.rule)}>
      {brief !== "" && <p>{brief}</p>}
      {text !== "" && <p>{text}</p>}
      {points.length > 0 && (
        <ul>
          {points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** As the mail will read. */
function Preview({ decision }: { decision: Decision }) {
  const { preview, isIncomplete, ready, facts, missing } = decision;
  const { email, error, isCurrent } = preview;
  const mail = useRef<HTMLElement>(null);
  // With a ready text nothing is left to write. It may be below the screen.
  const isNext = ready.includes(facts) || missing === UNREAD;
  useEffect(() => {
    if (isNext) mail.current?.scrollIntoView({ block: "nearest" });
  }, [isNext]);
  return (
    <section
      ref={mail}
      className={css.mail}
      aria-label="The email to the member"
      aria-busy={!isIncomplete && !error && !isCurrent}
    >
      {isIncomplete ? (
        <p className={typography.muted}>Choose the photo first.</p>
      ) : error ? (
        <FormAlert
          message={getErrorMessage(error, "The email could not be shown.", "The email could not be shown.")}
          action={
            <Button variant="text" onClick={preview.retry}>
              Try again
            </Button>
          }
        />
      ) : email ? (
        <>
          <h3 className={typography.strong}>{email.subject}</h3>
          {email.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          <p className={typography.muted}>{email.links.map((label) => `[${label}]`).join(" ")}</p>
        </>
      ) : (
        <p className={typography.muted}>{isCurrent ? "They get no email." : "Writing…"}</p>
      )}
    </section>
  );
}

/** Stands open: nothing goes out that nobody has read. */
export function Statement({ decision }: { decision: Decision }) {
  const { rule, facts, words, ready, setRule, setFacts, setWords } = decision;
  const question = useRef<HTMLDivElement>(null);
  const isAsked = ready.length > 0;
  // On phones the acts fill the screen, and this may be below it.
  useEffect(() => {
    if (isAsked) question.current?.scrollIntoView({ block: "nearest" });
  }, [isAsked]);
  return (
    <section className={css.fields} aria-labelledby="statement-title">
      <h2 id="statement-title" className={typography.strong}>
        What the member reads
      </h2>
      <div>
        <Field label="Rule">
          {(control) => (
            <SelectInput
              {...control}
              value={rule}
              options={decision.rules.map((key) => ({ value: key, label: RULES[key] }))}
              onChange={({ target }) => setRule(target.value as RuleKey)}
            />
          )}
        </Field>
        <RuleText rule={rule} />
      </div>
      <div ref={question} className={css.fields}>
        <Field label="What did you find?" hint="In your own words, or one of these. Never who reported it.">
          {(control) => (
            <TextArea
              {...control}
              rows={3}
              maxLength={FACTS_MAX}
              value={facts}
              onChange={({ target }) => setFacts(target.value)}
            />
          )}
        </Field>
        {isAsked && (
          <fieldset className={css.chips}>
            <legend className={typography.hidden}>Ready findings</legend>
            {ready.map((one) => (
              <PickChip key={one} pressed={facts === one} onPress={() => setFacts(facts === one ? "" : one)}>
                {one}
              </PickChip>
            ))}
          </fieldset>
        )}
      </div>
      <Field label="Your words">
        {(control) => (
          <TextArea
            {...control}
            rows={3}
            maxLength={WORDS_MAX}
            value={words}
            onChange={({ target }) => setWords(target.value)}
          />
        )}
      </Field>
      <fieldset className={css.chips}>
        <legend className={typography.hidden}>Ready words</legend>
        {READY_WORDS.map((one) => (
          <PickChip
            key={one.label}
            pressed={words === one.words}
            onPress={() => setWords(words === one.words ? "" : one.words)}
          >
            {one.label}
          </PickChip>
        ))}
      </fieldset>
      <Preview decision={decision} />
    </section>
  );
}
