import type { Context } from "#server/context.ts";
import { findRecentLookups } from "#server/domains/moderation/audit/audit.queries.ts";
import type { StaffCaller } from "#server/domains/moderation/staff/actor.ts";
import { lockStaffMember } from "#server/domains/moderation/staff/staff.repo.ts";
import { AppError } from "#server/errors.ts";
import type { Tx } from "#server/platform/db/client.ts";

/**
 * By one person within 24 hours, apart from the cases of `grantEvidenceAccess`: a busy day of support uses up none of
 * the looks that a case needs. A member counts once.
 */
export const LOOKUPS_MAX = { search: 200, "show member": 100 } as const;

/**
 * Counts the entries of the audit log, which nobody can remove. The caller adds the next one in the same transaction.
 * @param target one that does not count again
 * @throws AppError staff_look_limit
 */
export async function assertMayLookUp(
  ctx: Context,
  tx: Tx,
  { staffId }: StaffCaller,
  action: keyof typeof LOOKUPS_MAX,
  target?: string,
): Promise<void> {
  // Serializes the counts of one person.
  await lockStaffMember(tx, staffId);
  const others = (await findRecentLookups(tx, staffId, action, ctx.now())).filter(({ key }) => key !== target);
  const [oldest] = others;
  if (oldest && others.length >= LOOKUPS_MAX[action])
    throw AppError.wait(oldest.seconds, undefined, "staff_look_limit");
}
