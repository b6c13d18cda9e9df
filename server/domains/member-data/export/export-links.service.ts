import type { Context } from "#server/context.ts";
import { hashToken } from "#server/domains/accounts/accounts.policy.ts";
import type { ClientOrigin } from "#server/domains/accounts/accounts.service.ts";
import { findEmailRecipient, sendAccountEmail } from "#server/domains/accounts/email/account-email.service.ts";
import { createExport } from "#server/domains/member-data/export/export.service.ts";
import { exportLinkEmail } from "#server/domains/member-data/export/export-links.emails.ts";
import { exportLinkToken } from "#server/domains/member-data/export/export-links.policy.ts";
import { findOpenLink, findOpenLinkByToken } from "#server/domains/member-data/export/export-links.queries.ts";
import { lockExistingShared } from "#server/domains/members/members.service.ts";
import { AppError } from "#server/errors.ts";
import type { Job } from "#server/platform/jobs/job.ts";

/**
 * For a suspended member, who cannot log in. The download counts for the link once it starts.
 * @returns the path of a download, valid once, within a minute
 * @throws AppError token_invalid, data_export_rate_limit
 */
export async function openExportLink(ctx: Context, token: string, origin: ClientOrigin): Promise<{ url: string }> {
  const tokenHash = hashToken(token);
  return ctx.transact(async (tx) => {
    const found = await findOpenLinkByToken(tx, tokenHash);
    if (found) await lockExistingShared(tx, [found.member_id]);
    // A suspension may have been lifted while this waited for the lock.
    const link = found && (await findOpenLink(tx, found.id));
    if (!link) throw new AppError("token_invalid", "This link does not work any more.");
    const request = { memberId: link.member_id, linkId: link.id, outcome: "requested_by_link" } as const;
    return createExport(ctx, tx, request, origin);
  });
}

/** A link that was replaced meanwhile, or whose member can log in again, is not sent. */
export const emailExportLinkJob: Job<"email-export-link", { linkId: string }> = {
  name: "email-export-link",
  async handle(ctx, { linkId }, id) {
    const link = await findOpenLink(ctx.db, linkId);
    const to = link && (await findEmailRecipient(ctx.db, link.member_id));
    if (!to) return;
    await sendAccountEmail(ctx, { to: to.mailbox, cause: "export-link", id }, () =>
      exportLinkEmail(to.name, `${ctx.site()}/data-copy/${exportLinkToken(ctx, linkId)}`),
    );
  },
};
