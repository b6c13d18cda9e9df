import { EXPORT_LINKS_A_DAY } from "#contract/limits.ts";
import type { Context } from "#server/context.ts";
import { hashToken } from "#server/domains/accounts/accounts.policy.ts";
import { findAccountById } from "#server/domains/accounts/accounts.queries.ts";
import { exportLinkToken } from "#server/domains/member-data/export/export-links.policy.ts";
import { findLinksOfDay } from "#server/domains/member-data/export/export-links.queries.ts";
import { insertExportLink, lockExportLinks } from "#server/domains/member-data/export/export-links.statements.ts";
import { lockExistingShared } from "#server/domains/members/members.service.ts";
import { recordAction } from "#server/domains/moderation/audit/audit.service.ts";
import {
  assertRecentlyAuthenticated,
  assertWorksOn,
  type StaffCaller,
} from "#server/domains/moderation/staff/actor.ts";
import { AppError } from "#server/errors.ts";
import { newId } from "#server/platform/lib/ids.ts";

/**
 * Emails a suspended member a link to a copy of their data, so that nobody has to lift the suspension, and none of the
 * staff sees the copy. A link of the last ten minutes is not replaced: its email may be under way.
 * @throws AppError not_found, staff_forbidden, reauthentication_required, member_not_suspended, address_unconfirmed,
 * rate_limited
 */
export async function sendDataCopy(
  ctx: Context,
  me: StaffCaller,
  memberId: string,
): Promise<{ sentAt: string; isRepeated: boolean }> {
  assertWorksOn(me, "member");
  assertRecentlyAuthenticated(me);
  return ctx.transact(async (tx) => {
    await lockExistingShared(tx, [memberId]);
    const account = await findAccountById(tx, memberId);
    if (!account) throw new AppError("not_found", "This member was not found, or has deleted their account.");
    if (account.status !== "suspended") throw new AppError("member_not_suspended");
    if (account.email_verified_at === null) throw new AppError("address_unconfirmed");
    await lockExportLinks(tx, memberId);
    const links = await findLinksOfDay(tx, memberId);
    const sent = links.find((link) => link.revoked_at === null && link.is_recent);
    if (sent) return { sentAt: sent.created_at.toISOString(), isRepeated: true };
    const [first] = links;
    if (first && links.length >= EXPORT_LINKS_A_DAY)
      throw AppError.wait(first.seconds, `This member has got ${EXPORT_LINKS_A_DAY} links today. Try again tomorrow.`);
    const id = newId();
    const token_hash = hashToken(exportLinkToken(ctx, id));
    const sentAt = await insertExportLink(tx, { id, member_id: memberId, token_hash });
    await ctx.jobs.send(tx, "email-export-link", { linkId: id });
    await recordAction(tx, me, { action: "send data copy", target: memberId });
    return { sentAt: sentAt.toISOString(), isRepeated: false };
  });
}
