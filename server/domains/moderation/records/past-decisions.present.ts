import type { PastDecision } from "#contract/moderation/past-decisions.ts";
import { kindsOf, type StaffRole } from "#contract/moderation/staff-roles.ts";
import { type ActorNames, nameOf } from "#server/domains/moderation/console/queue.present.ts";
import type { PastDecisionRow } from "#server/domains/moderation/records/past-decisions.queries.ts";

export const presentPastDecision = (
  row: PastDecisionRow,
  { names, role }: { readonly names: ActorNames; readonly role: StaffRole },
): PastDecision => ({
  _id: row.id,
  caseId: row.caseKind !== null && kindsOf(role).includes(row.caseKind) ? row.caseId : null,
  memberId: row.memberId,
  username: row.username,
  acts: [...row.acts],
  rule: row.rule,
  by: nameOf(names, row.decidedBy),
  at: row.decidedAt.toISOString(),
  undoneAt: row.undoneAt?.toISOString() ?? null,
  appeal: row.isAppealed ? (row.appealOutcome ?? "open") : null,
});
