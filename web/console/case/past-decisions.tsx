import type { CaseDetail } from "#contract/moderation/cases.ts";
import { RULES, type RuleKey } from "#contract/moderation/rules.ts";
import { lowerFirst } from "#contract/words.ts";
import css from "#web/console/case/background.module.css";
import { describeActs } from "#web/console/decision/act-options.ts";
import { useUndo } from "#web/console/decision/use-undo.ts";
import { nameOf } from "#web/console/item-names.ts";
import { exactTime } from "#web/lib/relative-time.ts";
import { useNow } from "#web/lib/use-now.ts";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import typography from "#web/ui/typography.module.css";

type Decision = CaseDetail["decisions"][number];

/** What was decided, by whom, and why. */
export function Verdict({ decision: { acts, rule, facts, words, by, at, undoneAt } }: { decision: Decision }) {
  const now = useNow();
  return (
    <div>
      <p className={typography.strong}>{describeActs(acts)}</p>
      <p className={classNames(typography.small, typography.muted)}>
        {by}, {exactTime(at, now)}
        {undoneAt !== null && `, undone ${exactTime(undoneAt, now)}`}
      </p>
      <p className={typography.small}>{RULES[rule as RuleKey]}</p>
      {facts !== "" && <p className={css.text}>{facts}</p>}
      {words !== "" && <p className={css.text}>{words}</p>}
    </div>
  );
}

/** The latest first. */
export function PastDecisions({
  shown: { decisions, username, memberId },
  seesMembers,
  isActive,
}: {
  shown: CaseDetail;
  seesMembers: boolean;
  isActive: boolean;
}) {
  const now = useNow();
  // The button is gone then.
  const { undo, isUndoing } = useUndo(() => document.querySelector<HTMLElement>("h1")?.focus());
  if (decisions.length === 0) return null;
  return (
    <section className={css.section}>
      <h2 className={typography.strong}>
        {seesMembers ? "Decisions about this member" : "Decisions about this picture"}
      </h2>
      <ul className={css.list}>
        {decisions.map((decision) => {
          const { _id, acts, undoUntil, undoneAt } = decision;
          const about = `${nameOf(username, memberId)}: ${lowerFirst(describeActs(acts))}`;
          return (
            <li key={_id}>
              <Verdict decision={decision} />
              {isActive && undoneAt === null && undoUntil !== null && Date.parse(undoUntil) > now && (
                <Button
                  variant="line"
                  busy={isUndoing(_id) ? "Undoing…" : undefined}
                  onClick={() => undo({ decisionId: _id, about })}
                >
                  Undo
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
