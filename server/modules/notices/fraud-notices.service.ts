import type { Context } from "#server/context.ts";
import type { Tx } from "#server/db/client.ts";
import type { JobHandlers } from "#server/jobs/job-queue.ts";
import { derivedId } from "#server/lib/ids.ts";
import { findEmailRecipient, sendAccountEmail } from "#server/modules/accounts/account-email.service.ts";
import { findDecision } from "#server/modules/moderation/moderation.queries.ts";
import { fraudNoticeEmail } from "#server/modules/notices/notices.emails.ts";
import { findCorrespondents, findLastContact } from "#server/modules/notices/notices.queries.ts";

/**
 * Within this time a decision that was a slip can be undone before anyone is told. The law asks for the notices within
 * 24 hours.
 */
const DELAY_S = 3600;

/**
 * Schedules an email to everyone who exchanged messages with an account that was ended for fraud. For the transaction of
 * that decision.
 */
export const scheduleFraudNotices = (ctx: Context, tx: Tx, decisionId: string, memberId: string): Promise<void> =>
  ctx.jobs.send(tx, "send-fraud-notices", { decisionId, memberId }, { id: decisionId, afterSeconds: DELAY_S });

export function fraudNoticeJobs(ctx: Context): Pick<JobHandlers, "send-fraud-notices" | "email-fraud-notice"> {
  return {
    async "send-fraud-notices"({ decisionId, memberId }) {
      const decision = await findDecision(ctx.db, decisionId);
      if (!decision || decision.undone_at !== null) return;
      await ctx.transact(async (tx) => {
        for (const recipientId of await findCorrespondents(tx, memberId))
          await ctx.jobs.send(
            tx,
            "email-fraud-notice",
            { memberId: recipientId, aboutId: memberId },
            // Ignored if this job runs again.
            { id: derivedId(decisionId, `fraud notice to ${recipientId}`) },
          );
      });
    },
    async "email-fraud-notice"({ memberId, aboutId }, id) {
      const [to, contact] = await Promise.all([
        findEmailRecipient(ctx.db, memberId),
        findLastContact(ctx.db, memberId, aboutId),
      ]);
      if (!to || !contact) return;
      // Members choose their names, so a stranger's mailbox gets none.
      const username = to.mailbox.isVerified ? (contact.username ?? undefined) : undefined;
      await sendAccountEmail(ctx, { to: to.mailbox, cause: "safety", id }, () =>
        fraudNoticeEmail({ name: to.name, username, lastContactAt: contact.lastContactAt, site: ctx.site() }),
      );
    },
  };
}
