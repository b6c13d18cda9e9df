import type { CaseDetail } from "#contract/moderation/cases.ts";
import type { ReportReason } from "#contract/moderation/report-reasons.ts";
import { openItems } from "#web/console/decision/item-rules.ts";
import css from "#web/console/decision/what-to-do.module.css";
import { Disclosure } from "#web/console/disclosure.tsx";
import {
  APPEAL_STEPS,
  NOTICE_STEPS,
  OBJECTION_STEPS,
  PICTURE_STEPS,
  REASON_STEPS,
  SIGNAL_STEPS,
  type Steps,
} from "#web/console/guide/guidance.ts";

/** What cannot wait is open at once. */
const AT_ONCE: readonly Steps[] = [REASON_STEPS["Someone is in danger"], REASON_STEPS["Seems to be under 18"]];

/** For what is open, the most serious first, each once. */
export function stepsFor(
  shown: Pick<CaseDetail, "kind" | "reports" | "notices" | "appeals" | "hold" | "signals">,
): readonly Steps[] {
  const items = openItems(shown);
  const ofItems = items.map((item) =>
    "kind" in item ? NOTICE_STEPS[item.kind] : REASON_STEPS[item.reason as ReportReason],
  );
  return [
    ...new Set([
      ...ofItems.filter((steps) => AT_ONCE.includes(steps)),
      ...(shown.appeals.length > 0 ? [APPEAL_STEPS] : []),
      ...(shown.kind === "picture" ? [PICTURE_STEPS] : []),
      ...ofItems,
      ...(shown.signals.some(({ isOpen }) => isOpen) ? [SIGNAL_STEPS] : []),
      ...(items.some(({ objection }) => objection !== null) ? [OBJECTION_STEPS] : []),
    ]),
  ].filter((steps) => steps !== undefined);
}

export function WhatToDo({ shown }: { shown: CaseDetail }) {
  return stepsFor(shown).map((steps) => (
    <Disclosure
      key={steps.title}
      title={`What to do: ${steps.title.toLowerCase()}`}
      isOpenAtFirst={AT_ONCE.includes(steps)}
    >
      <ol className={css.steps}>
        {steps.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </Disclosure>
  ));
}
