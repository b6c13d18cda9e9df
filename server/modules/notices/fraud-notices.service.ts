import type { Context } from "#server/context.ts";
import type { Tx } from "#server/db/client.ts";
import type { Email } from "#server/email/email-layout.ts";
import type { JobHandlers } from "#server/jobs/job-queue.ts";
import { derivedId } from "#server/lib/ids.ts";
import { findEmailRecipient, sendAccountEmail } from "#server/modules/accounts/account-email.service.ts";
import { type FraudNotice, fraudCorrectionEmail, fraudNoticeEmail } from "#server/modules/notices/notices.emails.ts";
import { findCorrespondents, findLastContact, hasWarnedOfFraud } from "#server/modules/notices/notices.queries.ts";
import { insertFraudWarning } from "#server/modules/notices/notices.repo.ts";

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

/**
 * Schedules an email to the same members that a decision was taken back, if they were warned by it. For the transaction that
 * takes it back, which holds its lock.
 */
export async function scheduleFraudCorrections(
  ctx: Context,
  tx: Tx,
  decisionId: string,
  memberId: string,
): Promise<void> {
  if (await hasWarnedOfFraud(tx, decisionId))
    await ctx.jobs.send(tx, "send-fraud-corrections", { decisionId, memberId });
}

type FraudJobName = "send-fraud-notices" | "email-fraud-notice" | "send-fraud-corrections" | "email-fraud-correction";

export function fraudNoticeJobs(ctx: Context): Pick<JobHandlers, FraudJobName> {
  const sendToCorrespondents = async (
    tx: Tx,
    job: "email-fraud-notice" | "email-fraud-correction",
    { decisionId, memberId }: { decisionId: string; memberId: string },
  ) => {
    for (const recipientId of await findCorrespondents(tx, memberId)) {
      // Ignored if this job runs again.
      const id = derivedId(decisionId, `${job === "email-fraud-notice" ? "fraud notice" : job} to ${recipientId}`);
      await ctx.jobs.send(tx, job, { memberId: recipientId, aboutId: memberId }, { id });
    }
  };
  const email = async (
    { memberId, aboutId, id }: { memberId: string; aboutId: string; id: string },
    write: (notice: FraudNotice) => Email,
  ) => {
    const [to, contact] = await Promise.all([
      findEmailRecipient(ctx.db, memberId),
      findLastContact(ctx.db, memberId, aboutId),
    ]);
    if (!to || !contact) return;
    // Members choose their names, so a stranger's mailbox gets none.
    const username = to.mailbox.isVerified ? (contact.username ?? undefined) : undefined;
    await sendAccountEmail(ctx, { to: to.mailbox, cause: "safety", id }, () =>
      write({ name: to.name, username, lastContactAt: contact.lastContactAt, site: ctx.site() }),
    );
  };
  return {
    "send-fraud-notices": (decision) =>
      ctx.transact(async (tx) => {
        if (await insertFraudWarning(tx, decision.decisionId))
          await sendToCorrespondents(tx, "email-fraud-notice", decision);
      }),
    "email-fraud-notice": (notice, id) => email({ ...notice, id }, fraudNoticeEmail),
    "send-fraud-corrections": (decision) =>
      ctx.transact((tx) => sendToCorrespondents(tx, "email-fraud-correction", decision)),
    "email-fraud-correction": (notice, id) => email({ ...notice, id }, fraudCorrectionEmail),
  };
}
