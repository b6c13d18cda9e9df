import type { ActName } from "#contract/moderation/acts.ts";
import type { RuleKey } from "#contract/moderation/rules.ts";
import { kindsOf, seesMembers } from "#contract/moderation/staff-roles.ts";
import type { Context } from "#server/context.ts";
import { recordListAccess } from "#server/domains/moderation/audit/audit.service.ts";
import { presentPastDecision } from "#server/domains/moderation/records/past-decisions.present.ts";
import { findPastDecisions } from "#server/domains/moderation/records/past-decisions.queries.ts";
import type { StaffCaller } from "#server/domains/moderation/staff/actor.ts";
import { listAccessKey } from "#server/domains/moderation/staff/list-access.ts";
import { findAllStaff, findStaffNames } from "#server/domains/moderation/staff/staff.queries.ts";

const PAGE = 50;

interface DecisionQuery {
  readonly by?: string | undefined;
  readonly act?: ActName | undefined;
  readonly rule?: RuleKey | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** Latest first. */
export const listDecisions = (ctx: Context, me: StaffCaller, { cursor, limit = PAGE, ...filter }: DecisionQuery) =>
  ctx.transact(async (tx) => {
    // A role for pictures sees nothing else about their owner.
    const kinds = seesMembers(me.role) ? undefined : kindsOf(me.role);
    const { rows, nextCursor } = await findPastDecisions(tx, { ...filter, kinds, limit, after: cursor });
    const key = listAccessKey(ctx, me, ["decisions", filter.by, filter.act, filter.rule, limit, cursor]);
    await recordListAccess(tx, me, { action: "list decisions", ids: rows.map(({ id }) => id) }, key);
    const names = await findStaffNames(
      tx,
      rows.map(({ decidedBy }) => decidedBy),
    );
    const decisions = rows.map((row) => presentPastDecision(row, { names, role: me.role }));
    return { decisions, people: await findAllStaff(tx), nextCursor };
  });
