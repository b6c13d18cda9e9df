import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { findUnclaimedLooks } from "#server/modules/staff/staff.queries.ts";
import { lockStaffMember, upsertLook } from "#server/modules/staff/staff.repo.ts";
import type { StaffCaller } from "#server/modules/staff/staff-login.service.ts";
import { staffLooks } from "#server/observability/metrics.ts";

/** Cases that a person may look at within 24 hours without claiming them. */
export const UNCLAIMED_LOOKS_MAX = 100;

/**
 * Lets a person look for an hour at a case that they have not claimed. A case counts once.
 * @throws AppError staff_look_limit
 */
export const permitLook = (ctx: Context, me: StaffCaller, caseId: string, reason: string): Promise<void> =>
  ctx.transact(async (tx) => {
    // Serializes the counts of one person.
    await lockStaffMember(tx, me.id);
    const others = (await findUnclaimedLooks(tx, me.id)).filter(({ case_id }) => case_id !== caseId);
    const [oldest] = others;
    if (oldest && others.length >= UNCLAIMED_LOOKS_MAX)
      throw AppError.wait(oldest.counts_for_seconds, undefined, "staff_look_limit");
    await upsertLook(tx, { staff_id: me.id, case_id: caseId, is_claimant: false, reason });
  });

/** Counts a look at the evidence of a case. That of a person who has not claimed the case is stored by `permitLook`. */
export async function countLook(ctx: Context, { id, role }: StaffCaller, caseId: string, isClaimant: boolean) {
  if (isClaimant)
    await ctx.transact((tx) => upsertLook(tx, { staff_id: id, case_id: caseId, is_claimant: true, reason: "" }));
  staffLooks.inc({ role, access: isClaimant ? "claim" : "reason" });
}
