import type { PastDecision } from "#contract/moderation/past-decisions.ts";
import { RULES } from "#contract/moderation/rules.ts";
import { seesMembers } from "#contract/moderation/staff-roles.ts";
import { ConsoleLink } from "#web/console/console-link.tsx";
import { describeActs } from "#web/console/decision/act-options.ts";
import type { Session } from "#web/console/entrance/session.queries.ts";
import { nameOf } from "#web/console/item-names.ts";
import css from "#web/console/record-page.module.css";
import { exactTime } from "#web/lib/relative-time.ts";
import { useNow } from "#web/lib/use-now.ts";
import { Tag } from "#web/ui/badge.tsx";
import { classNames } from "#web/ui/class-names.ts";
import typography from "#web/ui/typography.module.css";

const APPEALS = { open: "Appealed", upheld: "Appealed, upheld", reversed: "Appealed, reversed" } as const;

/** @param isNamed whether rows say and link whom they are about */
export function DecisionList({
  decisions,
  session,
  isNamed = false,
}: {
  decisions: readonly PastDecision[];
  session: Session;
  isNamed?: boolean;
}) {
  const now = useNow();
  return (
    <ul className={css.list}>
      {decisions.map(({ _id, caseId, memberId, username, acts, rule, by, at, undoneAt, appeal }) => (
        <li key={_id} className={css.row}>
          {isNamed && <span className={typography.strong}>{nameOf(username, memberId)}</span>}
          <span className={isNamed ? undefined : typography.strong}>{describeActs(acts)}</span>
          <span className={typography.small}>{RULES[rule]}</span>
          <span className={classNames(typography.small, typography.muted)}>
            {by}, {exactTime(at, now)}
          </span>
          <span className={css.links}>
            {undoneAt !== null && <Tag className={css.tag}>Undone {exactTime(undoneAt, now)}</Tag>}
            {appeal && (
              <Tag className={css.tag} variant={appeal === "open" ? "volt" : "plain"}>
                {APPEALS[appeal]}
              </Tag>
            )}
            {caseId !== null && <ConsoleLink to={`/cases/${caseId}`}>Case</ConsoleLink>}
            {isNamed && seesMembers(session.staff.role) && (
              <ConsoleLink to={`/members/${memberId}`}>Member</ConsoleLink>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
