import { RULES, type RuleKey } from "#contract/moderation/acts.ts";
import type { CaseDetail } from "#contract/moderation/cases.ts";
import css from "#web/console/case/background.module.css";
import { labelOfAct } from "#web/console/decision/act-options.ts";
import { useUndo } from "#web/console/decision/use-undo.ts";
import { exactTime, useNow } from "#web/lib/relative-time.ts";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import typography from "#web/ui/typography.module.css";

/** The latest first. */
export function PastDecisions({
  decisions,
  seesMembers,
  isActive,
}: {
  decisions: CaseDetail["decisions"];
  seesMembers: boolean;
  isActive: boolean;
}) {
  const now = useNow();
  const undo = useUndo();
  if (decisions.length === 0) return null;
  return (
    <section className={css.section}>
      <h2 className={typography.strong}>
        {seesMembers ? "Decisions about this member" : "Decisions about this picture"}
      </h2>
      <ul className={css.list}>
        {decisions.map(({ _id, acts, rule, facts, words, by, at, undoUntil, undoneAt }) => (
          <li key={_id}>
            <p className={typography.strong}>{acts.map(labelOfAct).join(", ")}</p>
            <p className={classNames(typography.small, typography.muted)}>
              {by}, {exactTime(at, now)}
              {undoneAt !== null && `, undone ${exactTime(undoneAt, now)}`}
            </p>
            <p className={typography.small}>{RULES[rule as RuleKey]}</p>
            {facts !== "" && <p className={css.text}>{facts}</p>}
            {words !== "" && <p className={css.text}>{words}</p>}
            {isActive && undoneAt === null && undoUntil !== null && Date.parse(undoUntil) > now && (
              <Button variant="line" onClick={() => undo(_id)}>
                Undo
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
