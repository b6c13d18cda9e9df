import { useEffect, useRef } from "react";
import { FACTS_MAX, MUTE_DAYS, RULES, type RuleKey, WORDS_MAX } from "#contract/moderation/acts.ts";
import type { CaseDetail } from "#contract/moderation/cases.ts";
import { counted } from "#contract/words.ts";
import {
  type ActDetails,
  type ActOption,
  digitOf,
  isWaiting,
  PRESET_WORDS,
  SUSPENSION_CHOICES,
  type SuspensionDays,
} from "#web/console/decision/act-options.ts";
import css from "#web/console/decision/decision-panel.module.css";
import type { Decision } from "#web/console/decision/use-decision.ts";
import { Disclosure } from "#web/console/disclosure.tsx";
import { getErrorMessage } from "#web/lib/api.ts";
import { Button } from "#web/ui/button.tsx";
import { PickChip } from "#web/ui/chip.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Field } from "#web/ui/field.tsx";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { SelectInput, TextArea } from "#web/ui/inputs.tsx";
import typography from "#web/ui/typography.module.css";

const SUSPENSION_NAMES: Readonly<Record<SuspensionDays, string>> = {
  7: "7 days",
  30: "30 days",
  90: "90 days",
  0: "until somebody lifts it",
};

/** Each act has a digit. */
function Acts({ shown, decision, options }: { shown: CaseDetail; decision: Decision; options: readonly ActOption[] }) {
  return (
    <fieldset className={css.acts}>
      <legend className={typography.hidden}>Acts</legend>
      {options.map(({ act, label, isSevere }, i) => (
        <button
          key={act}
          type="button"
          className={classNames(css.act, isSevere && css.severe)}
          aria-pressed={decision.chosen.includes(act)}
          aria-keyshortcuts={digitOf(i)}
          disabled={isWaiting(act, shown)}
          onClick={() => decision.toggle(act)}
        >
          <kbd>{digitOf(i)}</kbd>
          {label}
        </button>
      ))}
    </fieldset>
  );
}

function Details({ decision }: { decision: Decision }) {
  const { chosen, details, setDetails } = decision;
  return (
    <>
      {chosen.includes("mute") && (
        <Field label="Mute for">
          {(control) => (
            <SelectInput
              {...control}
              value={String(details.muteDays)}
              options={MUTE_DAYS.map((days) => ({ value: String(days), label: counted(days, "day", "days") }))}
              onChange={({ target }) => setDetails({ muteDays: Number(target.value) as ActDetails["muteDays"] })}
            />
          )}
        </Field>
      )}
      {chosen.includes("suspend") && (
        <Field label="Suspend for">
          {(control) => (
            <SelectInput
              {...control}
              value={String(details.suspensionDays)}
              options={SUSPENSION_CHOICES.map((days) => ({ value: String(days), label: SUSPENSION_NAMES[days] }))}
              onChange={({ target }) => setDetails({ suspensionDays: Number(target.value) as SuspensionDays })}
            />
          )}
        </Field>
      )}
    </>
  );
}

/** The rule decides whether people are warned, so it is asked where the case points to fraud. */
function FraudQuestion({ answer, onAnswer }: { answer: boolean | undefined; onAnswer: (isFraud: boolean) => void }) {
  const question = useRef<HTMLFieldSetElement>(null);
  // On phones the acts are at the lower edge, and this may be below it.
  useEffect(() => {
    question.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <fieldset ref={question} className={css.presets}>
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

/** Reports are claims: the person who decides states their own findings. */
function Found({ decision: { ready, facts, setFacts } }: { decision: Decision }) {
  const question = useRef<HTMLFieldSetElement>(null);
  const isAsked = ready.length > 0;
  // As `FraudQuestion` does.
  useEffect(() => {
    if (isAsked) question.current?.scrollIntoView({ block: "nearest" });
  }, [isAsked]);
  if (!isAsked) return null;
  return (
    <fieldset ref={question} className={css.presets}>
      <legend className={typography.strong}>What did you find?</legend>
      <p className={classNames(typography.small, typography.muted)}>
        The member reads it. You can also write your own.
      </p>
      {ready.map((one) => (
        <PickChip key={one} pressed={facts === one} onPress={() => setFacts(facts === one ? "" : one)}>
          {one}
        </PickChip>
      ))}
    </fieldset>
  );
}

function Statement({ decision }: { decision: Decision }) {
  const { rule, facts, words, setRule, setFacts, setWords } = decision;
  return (
    <Disclosure title="What the member is told">
      <div className={css.fields}>
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
        <Field label="What happened" hint="Never who reported it.">
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
        <fieldset className={css.presets}>
          <legend className={classNames(typography.small, typography.muted)}>Ready words</legend>
          {PRESET_WORDS.map((preset) => (
            <Button key={preset.label} variant="quiet" onClick={() => setWords(preset.words)}>
              {preset.label}
            </Button>
          ))}
        </fieldset>
      </div>
    </Disclosure>
  );
}

/** On phones the acts and the button are at the lower edge, within a thumb's reach. */
export function DecisionPanel({
  shown,
  decision,
  options,
}: {
  shown: CaseDetail;
  decision: Decision;
  options: readonly ActOption[];
}) {
  const { missing, error, fraud, answerFraud, isPending, decide } = decision;
  const message = missing ?? (error ? getErrorMessage(error, "The case was not decided.") : undefined);
  return (
    <section className={css.panel} aria-label="Decision">
      <Statement decision={decision} />
      <Details decision={decision} />
      <Found decision={decision} />
      {fraud && <FraudQuestion answer={fraud.answer} onAnswer={answerFraud} />}
      {options.some(({ act }) => isWaiting(act, shown)) && (
        <p className={classNames(typography.small, typography.muted)}>
          {shown.appeals.length > 0 ? "Some acts wait for the appeal." : "Some acts wait for the selfie."}
        </p>
      )}
      <div className={css.bar}>
        <FormAlert message={message} />
        <Acts shown={shown} decision={decision} options={options} />
        <Button wide size="lg" busy={isPending ? "Deciding…" : undefined} onClick={decide}>
          Decide
        </Button>
      </div>
    </section>
  );
}
