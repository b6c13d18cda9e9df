import { DAY_MS } from "#contract/durations.ts";
import { DANGER_RULES, type RuleKey } from "#contract/moderation/rules.ts";
import type { Context } from "#server/context.ts";
import type { DecisionRow } from "#server/domains/moderation/decisions/decisions.queries.ts";
import { hasStaff } from "#server/domains/moderation/staff/staff.queries.ts";
import type { Db } from "#server/platform/db/client.ts";

/** No appeal waits for a person who has been away for longer. */
const AT_WORK_DAYS = 7;

/** True if a colleague of the decider was at work lately. Where people are in danger nobody is waited for. */
export async function isForColleague(
  ctx: Context,
  db: Db,
  actor: string,
  { decided_by, rule }: Pick<DecisionRow, "decided_by" | "rule">,
): Promise<boolean> {
  if (decided_by !== actor || DANGER_RULES.includes(rule as RuleKey)) return false;
  const since = new Date(ctx.now().getTime() - AT_WORK_DAYS * DAY_MS);
  return hasStaff(db, ["member"], { withoutId: actor, since });
}
