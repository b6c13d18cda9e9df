import type { Context } from "#server/context.ts";
import { findFactorMethods } from "#server/domains/accounts/factors/factors.queries.ts";
import { findBan } from "#server/domains/accounts/identities/identities.queries.ts";
import { findSessionDevices } from "#server/domains/accounts/sessions/sessions.queries.ts";
import { findMembership } from "#server/domains/billing/subscriptions/subscriptions.queries.ts";
import { recordAction } from "#server/domains/moderation/audit/audit.service.ts";
import { findCasesAbout, findMemberNotes } from "#server/domains/moderation/cases/cases.queries.ts";
import { readMember } from "#server/domains/moderation/operators/members.service.ts";
import { presentMemberRecord } from "#server/domains/moderation/records/member-record.present.ts";
import { findPastDecisions, findSuspensionRule } from "#server/domains/moderation/records/past-decisions.queries.ts";
import { findRestrictions } from "#server/domains/moderation/restrictions/restrictions.queries.ts";
import { assertWorksOn, type StaffCaller } from "#server/domains/moderation/staff/actor.ts";
import { assertMayLookUp } from "#server/domains/moderation/staff/lookup-limit.service.ts";
import { findStaffNames } from "#server/domains/moderation/staff/staff.queries.ts";
import { AppError } from "#server/errors.ts";
import type { Tx } from "#server/platform/db/client.ts";

const DECISIONS_SHOWN = 50;

async function readRecord(tx: Tx, id: string) {
  const member = await readMember(tx, id);
  if (!member) throw new AppError("not_found", "There is no such member.");
  return {
    member,
    factors: await findFactorMethods(tx, id),
    sessions: await findSessionDevices(tx, id),
    membership: await findMembership(tx, id),
    restrictions: await findRestrictions(tx, id),
    suspensionRule: await findSuspensionRule(tx, id),
    ban: await findBan(tx, id),
    decisions: (await findPastDecisions(tx, { memberId: id, limit: DECISIONS_SHOWN })).rows,
    cases: await findCasesAbout(tx, id, undefined),
    notes: await findMemberNotes(tx, id),
  };
}

export type ReadRecord = Awaited<ReturnType<typeof readRecord>>;

/** Each look is recorded, and counts in a limit of a day. @throws AppError not_found, staff_forbidden, staff_look_limit */
export async function viewMember(ctx: Context, me: StaffCaller, memberId: string) {
  assertWorksOn(me, "member");
  return ctx.transact(async (tx) => {
    await assertMayLookUp(ctx, tx, me, "show member", memberId);
    const record = await readRecord(tx, memberId);
    await recordAction(tx, me, { action: "show member", target: memberId });
    const names = await findStaffNames(tx, [
      ...record.decisions.map(({ decidedBy }) => decidedBy),
      ...record.notes.rows.map(({ actor }) => actor),
    ]);
    return { member: presentMemberRecord(record, { names, role: me.role }) };
  });
}
