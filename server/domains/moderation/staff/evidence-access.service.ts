import type { Context } from "#server/context.ts";
import type { StaffCaller } from "#server/domains/moderation/staff/actor.ts";
import { findUnclaimedAccesses } from "#server/domains/moderation/staff/staff.queries.ts";
import { lockStaffMember, upsertEvidenceAccess } from "#server/domains/moderation/staff/staff.repo.ts";
import { AppError } from "#server/errors.ts";
import { staffLooks } from "#server/platform/observability/metrics.ts";

/** Within 24 hours. */
export const UNCLAIMED_ACCESSES_MAX = 100;

/** For an hour. A case counts once. @throws AppError staff_look_limit */
export const grantEvidenceAccess = (ctx: Context, me: StaffCaller, caseId: string, reason: string): Promise<void> =>
  ctx.transact(async (tx) => {
    // Serializes the counts of one person.
    await lockStaffMember(tx, me.staffId);
    const others = (await findUnclaimedAccesses(tx, me.staffId)).filter(({ case_id }) => case_id !== caseId);
    const [oldest] = others;
    if (oldest && others.length >= UNCLAIMED_ACCESSES_MAX)
      throw AppError.wait(oldest.counts_for_seconds, undefined, "staff_look_limit");
    await upsertEvidenceAccess(tx, { staff_id: me.staffId, case_id: caseId, is_claimant: false, reason });
  });

/** For the claimant. `grantEvidenceAccess` stores others. */
export async function countEvidenceAccess(
  ctx: Context,
  { staffId, role }: StaffCaller,
  caseId: string,
  isClaimant: boolean,
) {
  if (isClaimant)
    await ctx.transact((tx) =>
      upsertEvidenceAccess(tx, { staff_id: staffId, case_id: caseId, is_claimant: true, reason: "" }),
    );
  staffLooks.inc({ role, access: isClaimant ? "claim" : "reason" });
}
