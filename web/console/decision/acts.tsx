import { MUTE_DAYS } from "#contract/moderation/acts.ts";
import type { CaseDetail } from "#contract/moderation/cases.ts";
import { counted, lowerFirst } from "#contract/words.ts";
import { UNTIL_LIFTED } from "#web/console/case/case-head.tsx";
import {
  type ActDetails,
  type actOptionsFor,
  isWaiting,
  labelOfAct,
  SUSPENSION_CHOICES,
  type SuspensionDays,
} from "#web/console/decision/act-options.ts";
import css from "#web/console/decision/acts.module.css";
import type { Decision } from "#web/console/decision/use-decision.ts";
import { ACT_GUIDE } from "#web/console/guide/guidance.ts";
import { classNames } from "#web/ui/class-names.ts";
import { Field } from "#web/ui/field.tsx";
import { SelectInput } from "#web/ui/inputs.tsx";
import typography from "#web/ui/typography.module.css";

const SUSPENSION_NAMES: Readonly<Record<SuspensionDays, string>> = {
  7: "7 days",
  30: "30 days",
  90: "90 days",
  0: UNTIL_LIFTED,
};

/** Where the bar of a phone leads. */
export const ACTS_ID = "acts";

function Details({ act, decision: { details, setDetails } }: { act: string; decision: Decision }) {
  if (act === "mute")
    return (
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
    );
  if (act === "suspend")
    return (
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
    );
  return null;
}

/** Each act has a digit, and two lines once it is chosen: what it does, and what the member notices. */
export function Acts({
  shown,
  decision,
  options,
}: {
  shown: CaseDetail;
  decision: Decision;
  options: ReturnType<typeof actOptionsFor>;
}) {
  const { chosen } = decision;
  const isAnyWaiting = options.some(({ act }) => isWaiting(act, shown));
  return (
    <div className={css.section}>
      <fieldset id={ACTS_ID} tabIndex={-1} className={css.acts}>
        <legend className={typography.hidden}>Acts</legend>
        {options.map(({ act, label, digit, isSevere }) => (
          <button
            key={act}
            type="button"
            className={classNames(css.act, isSevere && css.severe)}
            aria-pressed={chosen.includes(act)}
            aria-keyshortcuts={digit}
            disabled={isWaiting(act, shown)}
            onClick={() => decision.toggle(act)}
          >
            <kbd>{digit}</kbd>
            {label}
          </button>
        ))}
      </fieldset>
      {isAnyWaiting && (
        <p className={classNames(typography.small, typography.muted)}>
          {shown.appeals.length > 0 ? "Some acts wait for the appeal." : "Some acts wait for the selfie."}
        </p>
      )}
      {chosen.length > 0 && (
        <dl className={css.guide} aria-live="polite">
          {chosen.map((act) => (
            <div key={act} className={css.chosen}>
              <dt className={typography.strong}>{labelOfAct(act)}</dt>
              <dd>{ACT_GUIDE[act].does}</dd>
              <dd className={typography.muted}>They notice: {lowerFirst(ACT_GUIDE[act].notices)}</dd>
              <dd>
                <Details act={act} decision={decision} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
